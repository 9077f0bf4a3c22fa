// `galley/state`: what is kept outside the workspace: journal, log, remembered rules.

export { openState, stateDirectory } from "../state/index.ts";
export type { LogEntry, State, StateOptions } from "../state/index.ts";
