// One result per block of an answer: its file, its status, and what to do about it, with the nearest lines and the place
// that would fit. Used for pasted answers and in the conversation.

import type { VNode } from "preact";
import type { ApplyReport } from "../../protocol.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { Path, Revealed } from "../text.tsx";
import { CommandHint } from "./command-hint.tsx";
import { DiffText } from "./diff-text.tsx";
import { STATUS_WORDS, UNDONE } from "./status-words.ts";

type BlockResult = ApplyReport["results"][number];

type BlockResultsProps = { readonly results: readonly BlockResult[]; readonly isUndone?: boolean };

export function BlockResults({ results, isUndone = false }: BlockResultsProps): VNode {
  return (
    <ul class="listing block-results">
      {results.map((result, index) => (
        <Result key={index} result={result} isUndone={isUndone} />
      ))}
    </ul>
  );
}

/** The first line says it; what follows are lines of files, below each other. */
function Message({ text }: { readonly text: string }): VNode {
  const at = text.indexOf("\n");
  return (
    <>
      <p class="block-message">
        <Revealed text={at < 0 ? text : text.slice(0, at)} />
      </p>
      {at >= 0 && (
        <pre class="block-more code" tabIndex={0} aria-label="More about this block">
          <Revealed text={text.slice(at + 1)} lines reading="code" />
        </pre>
      )}
    </>
  );
}

function Result({ result, isUndone }: { readonly result: BlockResult; readonly isUndone: boolean }): VNode {
  const { file_path, status, message, line, lines_changed, user_modified, diagnostics, hint } = result;
  const { word, glyph, tone } = isUndone && status === "APPLIED" ? UNDONE : STATUS_WORDS[status];
  const isDone = status === "APPLIED" || status === "VALIDATED";
  return (
    <li class="block-result">
      <div class="block-result-head">
        <span class={`chip ${tone}`}>
          <Glyph name={glyph} /> {word}
        </span>
        <span class="grow">{file_path === null ? <span class="dim">no path</span> : <Path path={file_path} />}</span>
        {isDone && line !== null && (
          <span class="dim small">
            line {line}
            {lines_changed > 0 && ` · ${lines_changed} changed`}
            {user_modified && " · your version"}
          </span>
        )}
      </div>
      {!isDone && <Message text={message} />}
      {hint !== undefined && (
        <CommandHint commands={[hint]}>The file has no text left. To delete it, run this yourself:</CommandHint>
      )}
      {diagnostics !== null && diagnostics.nearest.length > 0 && (
        <figure class="nearest">
          <figcaption class="dim small">The nearest lines in the file</figcaption>
          <pre class="code" tabIndex={0} aria-label="The nearest lines in the file">
            {diagnostics.nearest.map(({ line, text }) => (
              <span class="nearest-line" key={line}>
                <span class="nearest-number">{line}</span>
                <Revealed text={text} reading="code" trailing />
              </span>
            ))}
          </pre>
        </figure>
      )}
      {diagnostics !== null && diagnostics.matches.length > 1 && (
        <p class="dim small">It matches at the lines {diagnostics.matches.join(", ")}.</p>
      )}
      {diagnostics?.candidate != null && (
        <figure class="nearest">
          <figcaption class="dim small">
            It would fit at line {diagnostics.candidate.line}: <Revealed text={diagnostics.candidate.rule} />
          </figcaption>
          <DiffText text={diagnostics.candidate.unified_diff} />
        </figure>
      )}
    </li>
  );
}
