// A call of a tool, folded: what it was, who allowed it, what it printed, what came of it.

import type { VNode } from "preact";
import { Glyph, type GlyphName } from "../layout/glyphs.tsx";
import { Revealed } from "../text.tsx";
import type { CallItem } from "./item-types.ts";

// The whole of a long text is in the session's file.
const MOST = 20_000;

export function CallCard({ call }: { readonly call: CallItem }): VNode {
  const { tool, args, approval, output, isOutputCut, result } = call;
  const state = stateOf(call);
  return (
    <details class="card call-card">
      <summary>
        <Glyph name={state.glyph} />
        <strong class="code">
          <Revealed text={tool} />
        </strong>
        <span class="dim grow cut">
          <Revealed text={summaryOf(args)} />
        </span>
        <span class={`chip ${state.tone}`}>{state.word}</span>
      </summary>
      <div class="call-inside">
        <Part title="Arguments" text={JSON.stringify(args, null, 2) ?? ""} />
        {approval !== null && (
          <p class="dim small">
            {approval.auto ? "Allowed without a question: " : "Asked: "}
            <Revealed text={approval.reason} />
          </p>
        )}
        {output !== "" && <Part title={isOutputCut ? "Output, its last part" : "Output"} text={output} />}
        {result !== null && <Part title="Result" text={result.content === "" ? result.message : result.content} />}
      </div>
    </details>
  );
}

function Part({ title, text }: { readonly title: string; readonly text: string }): VNode {
  return (
    <figure>
      <figcaption class="dim small">{title}</figcaption>
      <pre class="code call-text" tabIndex={0} aria-label={title}>
        <Revealed text={text.slice(0, MOST)} lines reading="code" />
        {text.length > MOST && `\n… ${text.length - MOST} more characters`}
      </pre>
    </figure>
  );
}

type State = { readonly word: string; readonly tone: string; readonly glyph: GlyphName };

function stateOf({ result }: CallItem): State {
  if (result === null) return { word: "Running…", tone: "accent", glyph: "more" };
  if (result.receipt === "denied") return { word: "Not approved", tone: "", glyph: "dash" };
  if (result.success) return { word: "Done", tone: "good", glyph: "check" };
  return { word: "Failed", tone: "bad", glyph: "cross" };
}

/** The first thing that says what it is about: a path, a command, a pattern. */
function summaryOf(args: unknown): string {
  if (typeof args !== "object" || args === null) return "";
  const named = args as Readonly<Record<string, unknown>>; // Looked at by type.
  for (const name of ["path", "command", "pattern", "file_path", "code"]) {
    const value = named[name];
    if (typeof value === "string") return value;
  }
  return "";
}
