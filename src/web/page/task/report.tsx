// What an answer led to: results, lists of files, what was staged, warnings, and a text to send back to the model.

import type { ComponentChildren, VNode } from "preact";
import type { ApplyReport } from "../../protocol.ts";
import { counted } from "../../../base/index.ts";
import { CopyButton } from "../layout/copy-button.tsx";
import { Glyph } from "../layout/glyphs.tsx";
import { Path, Revealed } from "../text.tsx";
import { BlockResults } from "./block-results.tsx";

type ReportProps = { readonly report: ApplyReport; readonly retry: string | null; readonly isUndone: boolean };

export function Report({ report, retry, isUndone }: ReportProps): VNode {
  const { results, files_created, files_modified, files_deleted, files_auto_added, staged, warnings } = report;
  return (
    <div class="report">
      <BlockResults results={results} isUndone={isUndone} />
      <PathList title="Created" paths={files_created} />
      <PathList title="Modified" paths={files_modified} />
      <PathList title="Deleted" paths={files_deleted} />
      <PathList title="Added to the context" paths={files_auto_added} />
      {staged.length > 0 && !isUndone && <p class="dim">{counted(staged.length, "file")} staged in git.</p>}
      {warnings.map((warning) => (
        <Warning key={warning}>{warning}</Warning>
      ))}
      {retry !== null && (
        <section aria-label="To send back to the model">
          <h2 class="section-head">
            <span class="grow">To send back to the model</span>
            <CopyButton text={retry} label="Copy" />
          </h2>
          <pre class="card retry-text code" tabIndex={0} aria-label="The text to send back">
            <Revealed text={retry} lines />
          </pre>
        </section>
      )}
    </div>
  );
}

export function Warning({ children }: { readonly children: string }): VNode {
  return (
    <p class="notice warn">
      <Glyph name="warn" />
      <span>
        <Revealed text={children} />
      </span>
    </p>
  );
}

type PathListProps = {
  readonly title: string;
  readonly paths: readonly string[];
  readonly children?: ComponentChildren;
};

// More are counted; the review and git have them all.
const MAX_PATHS = 100;

export function PathList({ title, paths }: PathListProps): VNode | null {
  if (paths.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 class="section-head">
        {title} <span class="dim">{paths.length}</span>
      </h2>
      <ul class="paths">
        {paths.slice(0, MAX_PATHS).map((path) => (
          <li key={path}>
            <Path path={path} />
          </li>
        ))}
        {paths.length > MAX_PATHS && <li class="dim">and {counted(paths.length - MAX_PATHS, "more file")}</li>}
      </ul>
    </section>
  );
}
