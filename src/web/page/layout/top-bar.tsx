// The bar at the top: where we are, what is going on, and the ways to everything else.

import type { VNode } from "preact";
import { useApp, useData } from "../app/context.ts";
import { StatusLine } from "../app/status-line.tsx";
import { Revealed } from "../text.tsx";
import { Glyph, type GlyphName } from "./glyphs.tsx";
import type { Width } from "./use-width.ts";

type TopBarProps = {
  readonly width: Width;
  readonly isOpen: (side: "rail" | "chat") => boolean;
  readonly toggle: (side: "rail" | "chat") => void;
};

export function TopBar({ width, isOpen, toggle }: TopBarProps): VNode {
  const { keys, go } = useApp();
  const name = useData(({ name }) => name);
  const root = useData(({ root }) => root);
  const hasSides = width !== "narrow";
  return (
    <header class="top-bar">
      {hasSides && (
        <BarButton
          glyph="rail"
          label={isOpen("rail") ? "Hide the inbox and files" : "Show the inbox and files"}
          isPressed={isOpen("rail")}
          onClick={() => toggle("rail")}
        />
      )}
      <button type="button" class="quiet home" title={root} onClick={() => go({ kind: "start" })}>
        <span class="brand">Galley</span>
        <span class="dim cut">
          <Revealed text={name} />
        </span>
      </button>
      <StatusLine />
      {width === "wide" && (
        <button type="button" class="quiet actions-button" onClick={() => keys.run("palette")}>
          <Glyph name="search" /> Actions <kbd>Ctrl K</kbd>
        </button>
      )}
      {width !== "wide" && <BarButton glyph="more" label="Every action by name" onClick={() => keys.run("palette")} />}
      {hasSides && <BarButton glyph="help" label="Help: the keys" onClick={() => keys.run("help")} />}
      {hasSides && (
        <BarButton
          glyph="chat"
          label={isOpen("chat") ? "Hide the conversation" : "Show the conversation"}
          isPressed={isOpen("chat")}
          onClick={() => toggle("chat")}
        />
      )}
    </header>
  );
}

type BarButtonProps = {
  readonly glyph: GlyphName;
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
};

function BarButton({ glyph, label, isPressed, onClick }: BarButtonProps): VNode {
  return (
    <button type="button" class="icon" aria-label={label} title={label} aria-pressed={isPressed} onClick={onClick}>
      <Glyph name={glyph} />
    </button>
  );
}
