// One file's text, to look at.

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { languageOf } from "../../../review/index.ts";
import type { WebFileContent } from "../../protocol.ts";
import { useApp, useData } from "../app/context.ts";
import { Glyph } from "../layout/glyphs.tsx";
import { FixedRows } from "../layout/fixed-rows.tsx";
import { messageOf } from "../store/api.ts";
import { CodeLine } from "../markdown/code-line.tsx";
import { Path, Revealed } from "../text.tsx";
import { select } from "./select.ts";

const ROW = 20;

export function FileScreen({ path }: { readonly path: string }): VNode {
  const app = useApp();
  const changed = useData(({ changed }) => changed.files);
  const isSelected = useData(({ selection }) => selection.some((one) => one.path === path));
  const [content, setContent] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    app.api.get<WebFileContent>(`/api/file?path=${encodeURIComponent(path)}`, { signal: abort.signal }).then(
      ({ content }) => {
        setContent(content);
        setError(null);
      },
      (problem: unknown) => {
        if (!abort.signal.aborted) setError(messageOf(problem));
      },
    );
    return () => abort.abort();
  }, [path, changed]);
  const lines = useMemo(() => (content === null ? [] : content.replace(/\r?\n$/, "").split(/\r?\n/)), [content]);
  const language = languageOf(path);
  return (
    <div class="file-screen">
      <header class="file-head">
        <button type="button" class="icon" aria-label="Back" onClick={() => history.back()}>
          <Glyph name="back" />
        </button>
        <h1 class="grow cut">
          <Path path={path} />
        </h1>
        <button type="button" onClick={() => void select(app, [path], !isSelected)}>
          {isSelected ? "Remove from context" : "Add to context"}
        </button>
      </header>
      {error !== null && (
        <p class="notice bad">
          <Revealed text={error} lines />
        </p>
      )}
      <FixedRows
        count={lines.length}
        height={ROW}
        class="file-lines code"
        attributes={{ tabIndex: 0, role: "region", "aria-label": "The file's text" }}
        draw={(index) => (
          <div class="file-line" key={index}>
            <span class="nearest-number">{index + 1}</span>
            <CodeLine text={lines[index]!} language={language} />
          </div>
        )}
      />
    </div>
  );
}
