// CodeMirror, set up for a change: loaded when something is edited for the first time. It lives in a shadow root, where
// it adopts its styles as a sheet; the page's policy allows no style element.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { EditorState, RangeSetBuilder, type Extension } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  ViewPlugin,
  type DecorationSet,
} from "@codemirror/view";
import { languageOf, syntaxOf } from "../../../../review/index.ts";
import { nameOfHidden } from "../../../../text/index.ts";

export type OpenedEditor = {
  readonly text: () => string;
  readonly focus: () => void;
  readonly close: () => void;
};

export type EditorOptions = {
  readonly text: string;
  /** Chooses the colours. */
  readonly path: string;
  /** 1-based; where the cursor is at first. */
  readonly line: number;
  /** The number of the first line. */
  readonly first: number;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onDone: () => void;
  readonly onLeave: () => void;
};

export function openEditor(host: HTMLElement, options: EditorOptions): OpenedEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const state = EditorState.create({ doc: options.text, extensions: extensionsFor(options) });
  const line = state.doc.line(Math.min(state.doc.lines, Math.max(1, options.line)));
  const view = new EditorView({
    state: state.update({ selection: { anchor: line.from } }).state,
    parent: root,
    root,
  });
  view.dispatch({ effects: EditorView.scrollIntoView(line.from, { y: "start", yMargin: 80 }) });
  view.focus();
  // Keys that are typed here are no keys of the review.
  const keep = (event: Event): void => event.stopPropagation();
  host.addEventListener("keydown", keep);
  return {
    text: () => view.state.sliceDoc(),
    focus: () => view.focus(),
    close: () => {
      host.removeEventListener("keydown", keep);
      view.destroy();
    },
  };
}

function extensionsFor({ path, first, label, onChange, onDone, onLeave }: EditorOptions): Extension {
  const act = (run: () => void) => () => {
    run();
    return true;
  };
  return [
    // A "\r" inside a line is a character of it.
    EditorState.lineSeparator.of("\n"),
    EditorState.tabSize.of(4),
    lineNumbers({ formatNumber: (line) => String(line + first - 1) }),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightSpecialChars({ render: drawHidden, addSpecialChars: HIDDEN }),
    EditorView.lineWrapping,
    keymap.of([
      { key: "Mod-Enter", run: act(onDone) },
      { key: "Escape", run: act(onLeave) },
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.sliceDoc());
    }),
    colours(path),
    theme,
  ];
}

// Every character that cannot be seen, as text/reveal/hidden.ts has them, but tab and line break.
const HIDDEN =
  /(?![\t\n ])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/gu;

function drawHidden(code: number): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "hidden-mark";
  mark.textContent = `⟨${nameOfHidden(String.fromCodePoint(code))}⟩`;
  return mark;
}

const MARKS = {
  comment: Decoration.mark({ class: "tok-comment" }),
  literal: Decoration.mark({ class: "tok-literal" }),
  keyword: Decoration.mark({ class: "tok-keyword" }),
} as const;

/** The same colours as in the diff, for the lines in sight. */
function colours(path: string): Extension {
  const language = languageOf(path);
  if (language === null) return [];
  const draw = (view: EditorView): DecorationSet => {
    const marks = new RangeSetBuilder<Decoration>();
    for (const { from, to } of view.visibleRanges) {
      for (let at = from; at <= to;) {
        const line = view.state.doc.lineAt(at);
        for (const span of syntaxOf(line.text, language))
          marks.add(line.from + span.from, line.from + span.to, MARKS[span.kind]);
        at = line.to + 1;
      }
    }
    return marks.finish();
  };
  return ViewPlugin.define(
    (view) => ({
      marks: draw(view),
      update(update) {
        if (update.docChanged || update.viewportChanged) this.marks = draw(update.view);
      },
    }),
    { decorations: (plugin) => plugin.marks },
  );
}

const theme = EditorView.theme({
  "&": {
    height: "100%",
    backgroundColor: "var(--ground)",
    color: "var(--text)",
    fontSize: "var(--code-size)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "var(--code-row)", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--side)", color: "var(--number)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--fold)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-soft) !important" },
  ".tok-comment": { color: "var(--comment)" },
  ".tok-literal": { color: "var(--literal)" },
  ".tok-keyword": { color: "var(--keyword)" },
  ".hidden-mark": {
    padding: "0 3px",
    borderRadius: "3px",
    backgroundColor: "var(--mark-soft)",
    color: "var(--mark)",
    fontSize: "0.86em",
  },
});
