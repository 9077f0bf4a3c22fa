export { chooseEditor } from "./choose.ts";
export type { Chosen } from "./choose.ts";
export { editContent } from "./edit-content.ts";
export { keepText } from "./temporary.ts";
export { openExternalEditor } from "./open-external.ts";
export type { EditorResult, ExternalEditorOptions } from "./open-external.ts";
export type { EditOutcome, EditorChoice, EditRequest, HandOver } from "./types.ts";
