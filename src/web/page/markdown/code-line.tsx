// One line of code with the colours of its spelling, and its hidden characters shown.

import type { VNode } from "preact";
import { syntaxOf, type languageOf } from "../../../review/index.ts";
import { Revealed } from "../text.tsx";

type CodeLineProps = { readonly text: string; readonly language: ReturnType<typeof languageOf> };

export function CodeLine({ text, language }: CodeLineProps): VNode {
  if (language === null) return <Revealed text={text} reading="code" />;
  const parts: VNode[] = [];
  let from = 0;
  for (const { from: start, to, kind } of syntaxOf(text, language)) {
    if (start > from) parts.push(<Revealed key={from} text={text.slice(from, start)} reading="code" />);
    parts.push(
      <span key={start} class={`tok-${kind}`}>
        <Revealed text={text.slice(start, to)} reading="code" />
      </span>,
    );
    from = to;
  }
  if (from < text.length) parts.push(<Revealed key={from} text={text.slice(from)} reading="code" />);
  return <>{parts}</>;
}
