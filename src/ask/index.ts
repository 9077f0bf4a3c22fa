export { createAsk } from "./ask.ts";
export type { Ask, AskOptions } from "./ask.ts";
export { judgeCall, judgeFile } from "./gate.ts";
export type { Call, Gate } from "./gate.ts";
export { askOnce } from "./once.ts";
export type { OnceOptions } from "./once.ts";
export { howToAllow } from "./settle.ts";
export type { Keep, Kept } from "./remember.ts";
