// `galley/terminal/editor`: the user's editor, opened on a text.

export { openExternalEditor } from "../terminal/editor/index.ts";
export type { EditorResult, ExternalEditorOptions } from "../terminal/editor/index.ts";
