// The library's types, named once. Only types: nothing of the library is loaded here.

import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";

/** A model of the library, from any provider. */
export type LanguageModel = ReturnType<ReturnType<typeof createOpenAICompatible>["languageModel"]>;

export type CallOptions = Parameters<LanguageModel["doStream"]>[0];
export type SdkPrompt = CallOptions["prompt"];
export type SdkMessage = SdkPrompt[number];
export type SdkTool = NonNullable<CallOptions["tools"]>[number];
export type StreamPart =
  Awaited<ReturnType<LanguageModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
