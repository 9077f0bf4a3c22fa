// Editing what would be written, in place. What is typed is no answer: it is compared with the file on disk, shown as a
// change, and needs an Apply of its own. What was typed is kept until it is used or thrown away.

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { contentOf, hunkText, type ChangePage, type Edited } from "../../../../review/index.ts";
import { getFirstDifferingLine } from "../../../../text/index.ts";
import { Revealed } from "../../text.tsx";
import type { OpenedEditor } from "./code-mirror.ts";
import { pageShelf } from "../../store/shelf.ts";
import { typedText } from "../state/drafts.ts";
import { forEditor, fromEditor } from "./editor-text.ts";

type EditViewProps = {
  readonly page: ChangePage;
  /** This change alone; null: the whole file. */
  readonly hunk: number | null;
  readonly onClose: (outcome: Edited) => void;
};

export function EditView({ page, hunk, onClose }: EditViewProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<OpenedEditor | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const own = hunk === null ? null : hunkText(page, hunk);
  const content = own === null ? contentOf(page)! : own.text; // The editor is opened only where there is text.
  const original = own === null ? page.before : own.original;
  const name = `${page.payload.digest} ${hunk ?? "file"}`;
  const [typed] = useState(() => typedText(pageShelf("localStorage"), { name, base: content }));
  const leave = (): void => {
    typed.forget();
    onClose({ kind: "unchanged" });
  };
  const done = (): void => {
    if (editor.current === null) return;
    const outcome = fromEditor(content, editor.current.text(), original);
    if (outcome.kind === "failed") return setProblem(outcome.message);
    typed.forget();
    onClose(outcome);
  };
  useEffect(() => {
    let isGone = false;
    const focused = document.activeElement;
    void import("./code-mirror.ts").then(
      ({ openEditor }) => {
        if (isGone || host.current === null) return;
        editor.current = openEditor(host.current, {
          text: typed.get() ?? forEditor(content),
          path: page.payload.path,
          line: own === null ? getFirstDifferingLine(original ?? "", content) : 1,
          first: own === null ? 1 : (page.changes[hunk ?? 0]?.new.from ?? 0) + 1,
          label: own === null ? "The file as it would be written" : "The new lines of this change",
          onChange: typed.keep,
          onDone: done,
          onLeave: leave,
        });
      },
      () => setProblem("The editor could not be loaded. Check the connection to galley web, then try again."),
    );
    return () => {
      isGone = true;
      editor.current?.close();
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);
  return (
    <>
      <div class="editor" ref={host} />
      <footer class="actions" aria-label="Editing">
        <p class="actions-note dim small" role="status">
          {problem === null ? (
            `${own === null ? "" : "These are the new lines of one change. "}Your version is compared with the file on disk and shown before it can be applied.`
          ) : (
            <span class="notice bad">
              <Revealed text={problem} />
            </span>
          )}
        </p>
        <div class="actions-buttons">
          <button type="button" title="Esc" onClick={leave}>
            Discard
          </button>
          <button type="button" class="main" title="Ctrl Enter" onClick={done}>
            Show your version
          </button>
        </div>
      </footer>
    </>
  );
}
