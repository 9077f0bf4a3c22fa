// The tabs of a narrow screen, within reach of a thumb.

import type { VNode } from "preact";
import { useApp, useData, useRoute } from "../app/context.ts";
import { addressOf, type Route } from "../app/route.ts";
import { Glyph, type GlyphName } from "./glyphs.tsx";

type Tab = {
  readonly name: string;
  readonly glyph: GlyphName;
  readonly to: Route;
  readonly isHere: (kind: Route["kind"]) => boolean;
};

export function Tabs(): VNode {
  const { go } = useApp();
  const route = useRoute();
  const questions = useData(({ questions }) => questions);
  const [first] = questions;
  const tabs: readonly Tab[] = [
    {
      name: "Inbox",
      glyph: "inbox",
      to: { kind: "inbox" },
      isHere: (kind) => ["inbox", "history", "rules", "config"].includes(kind),
    },
    {
      name: "Review",
      glyph: "review",
      to: first === undefined ? { kind: "start" } : { kind: "question", id: first.id },
      isHere: (kind) => ["start", "question", "task"].includes(kind),
    },
    { name: "Chat", glyph: "chat", to: { kind: "chat" }, isHere: (kind) => kind === "chat" },
    { name: "Files", glyph: "file", to: { kind: "files" }, isHere: (kind) => kind === "files" || kind === "file" },
  ];
  return (
    <nav class="tabs" aria-label="Parts of the page">
      {tabs.map(({ name, glyph, to, isHere }) => (
        <a
          key={name}
          class="tab"
          href={addressOf(to)}
          aria-current={isHere(route.kind) ? "page" : undefined}
          onClick={(event) => {
            event.preventDefault();
            go(to);
          }}
        >
          <Glyph name={glyph} />
          {name}
          {name === "Inbox" && questions.length > 0 && <span class="count">{questions.length}</span>}
        </a>
      ))}
    </nav>
  );
}
