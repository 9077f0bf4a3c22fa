// Copies a text, and says so.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Glyph } from "./glyphs.tsx";

const SHOWN_MS = 2_000;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): VNode {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };
  return (
    <button type="button" class="quiet copy-button" onClick={copy}>
      <Glyph name={state === "copied" ? "check" : "copy"} />
      <span aria-live="polite">
        {state === "copied" ? "Copied" : state === "failed" ? "Not copied: select the text" : label}
      </span>
    </button>
  );
}
