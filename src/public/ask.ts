// `galley/ask`: from a plan to a decision: rules first, then the reviewer.

export { createAsk, createSessionRules } from "../ask/index.ts";
export type { Ask, AskOptions, Gate, SessionRules } from "../ask/index.ts";
