// A model of the library behind our port. It is asked for one answer at a time; the library neither runs tools nor
// tries again, because we ask its models directly and not through its own loop.

import { ModelError, type FinishReason, type Model, type ModelEvent, type ModelRequest, type Usage } from "../model.ts";
import type { ProviderData } from "../messages.ts";
import { toModelError, type ErrorContext } from "./errors.ts";
import type { CallOptions, LanguageModel, StreamPart } from "./sdk-types.ts";
import { toPrompt, toTools } from "./to-prompt.ts";

export type SdkModelOptions = Omit<ErrorContext, "begun"> & {
  /** Loads the provider when the first request comes. */
  readonly load: () => Promise<LanguageModel>;
  /** The name under which the provider keeps its data in messages. */
  readonly own: string;
  /** What this provider shall do besides, in its own words. */
  readonly extra?: NonNullable<CallOptions["providerOptions"]>;
};

export function sdkModel(options: SdkModelOptions): Model {
  let loaded: Promise<LanguageModel> | null = null;
  return {
    name: options.model,
    stream: (request) => streamFrom(request, options, () => (loaded ??= options.load())),
  };
}

async function* streamFrom(
  request: ModelRequest,
  options: SdkModelOptions,
  load: () => Promise<LanguageModel>,
): AsyncGenerator<ModelEvent> {
  let begun = false;
  const tools = toTools(request);
  try {
    const model = await load();
    const { stream } = await model.doStream({
      prompt: toPrompt(request, options.own),
      ...(tools.length > 0 ? { tools, toolChoice: { type: "auto" } } : {}),
      ...(options.extra ? { providerOptions: options.extra } : {}),
      ...(request.signal ? { abortSignal: request.signal } : {}),
    });
    for await (const part of stream) {
      for (const event of toEvents(part)) {
        begun = true;
        yield event;
      }
    }
  } catch (error) {
    throw toModelError(error, { ...options, begun });
  }
}

function* toEvents(part: StreamPart): Generator<ModelEvent> {
  switch (part.type) {
    case "text-delta":
      yield { kind: "text", delta: part.delta };
      break;
    case "text-end":
      yield { kind: "text-end", ...providerOf(part) };
      break;
    case "reasoning-delta":
      yield { kind: "reasoning", delta: part.delta };
      break;
    case "reasoning-end":
      yield { kind: "reasoning-end", ...providerOf(part) };
      break;
    case "tool-call":
      yield { kind: "call", id: part.toolCallId, tool: part.toolName, input: part.input, ...providerOf(part) };
      break;
    case "finish":
      if (isCut(part.finishReason)) throw new ModelError("cut", "The answer broke off before its end.");
      yield { kind: "finish", reason: REASONS[part.finishReason.unified], usage: usageOf(part.usage) };
      break;
    case "error":
      throw part.error;
    default: // Sources, files, raw chunks and the like: nothing we asked for.
      break;
  }
}

/** A reason is the last thing an answer has. Without one the line broke, however politely. */
function isCut({ unified, raw }: Extract<StreamPart, { type: "finish" }>["finishReason"]): boolean {
  return raw === undefined && (unified === "other" || unified === "error");
}

const REASONS: Readonly<Record<Extract<StreamPart, { type: "finish" }>["finishReason"]["unified"], FinishReason>> = {
  stop: "stop",
  length: "length",
  "tool-calls": "calls",
  "content-filter": "filtered",
  error: "other",
  other: "other",
};

function providerOf({ providerMetadata }: { providerMetadata?: unknown }): { provider?: ProviderData } {
  return providerMetadata === undefined ? {} : { provider: providerMetadata as ProviderData }; // Kept, never read.
}

function usageOf({ inputTokens, outputTokens }: Extract<StreamPart, { type: "finish" }>["usage"]): Usage {
  return {
    input: inputTokens.total ?? null,
    output: outputTokens.total ?? null,
    cached: inputTokens.cacheRead ?? null,
  };
}
