export { askOnce, createAsk, howToAllow } from "./ask.ts";
export type { Ask, AskOptions } from "./ask.ts";
export { judgeCall, judgeFile } from "./gate.ts";
export type { Call, Gate } from "./gate.ts";
