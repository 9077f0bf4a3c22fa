export type { Actor, Answer, Decision, Risk } from "./types.ts";
