// A model of the library behind our port. It is asked for one answer at a time; the library neither runs tools nor
// tries again, because we ask its models directly and not through its own loop.

import { ModelError, type FinishReason, type Model, type ModelEvent, type ModelRequest, type Usage } from "../model.ts";
import type { ProviderData } from "../history/messages.ts";
import { toModelError, type ErrorContext } from "./errors.ts";
import type { CallOptions, LanguageModel, StreamPart } from "./sdk-types.ts";
import { toPrompt, toTools } from "./to-prompt.ts";

export type SdkModelOptions = Omit<ErrorContext, "begun" | "hasImages"> & {
  /** Loads the provider when the first request comes. */
  readonly load: () => Promise<LanguageModel>;
  /** The name under which the provider keeps its data in messages. */
  readonly own: string;
  /** The provider's own options, under its own names. */
  readonly extra?: NonNullable<CallOptions["providerOptions"]>;
  /** What every request says. */
  readonly call?: Pick<CallOptions, "temperature" | "maxOutputTokens">;
};

export function sdkModel(options: SdkModelOptions): Model {
  let loaded: Promise<LanguageModel> | null = null;
  return {
    name: options.model,
    stream: (request, take) => stream(request, take, { ...options, load: () => (loaded ??= options.load()) }),
  };
}

/** Words that come together are one event: a fast answer is tens of thousands of pieces. */
async function stream(
  request: ModelRequest,
  take: (event: ModelEvent) => void,
  options: SdkModelOptions,
): Promise<void> {
  const { signal } = request;
  let parts: ReadableStreamDefaultReader<StreamPart> | null = null;
  let begun = false;
  let words: Words | null = null;
  let bug: { readonly error: unknown } | null = null;
  // A stream that broke cannot be cancelled, and need not be.
  const leave = (): void => void parts?.cancel().catch(() => undefined);
  const hand = (event: ModelEvent): void => {
    try {
      take(event);
    } catch (error) {
      bug ??= { error }; // A bug of the caller; the model is not to blame.
      leave();
    }
  };
  const flush = (): void => {
    const event = words;
    words = null;
    if (event === null) return;
    hand(event);
  };
  signal?.addEventListener("abort", leave);
  try {
    parts = await open(request, options);
    if (signal?.aborted === true) leave();
    let since = performance.now();
    for (;;) {
      const { done, value } = await parts.read();
      if (done) break;
      if (performance.now() - since > TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        since = performance.now();
      }
      const event = toEvent(value);
      if (event === null) continue;
      begun = true;
      if (words !== null && event.kind === words.kind) {
        words.delta += event.delta;
        continue;
      }
      flush();
      if (event.kind === "text" || event.kind === "reasoning") {
        words = { ...event };
        setImmediate(flush);
      } else hand(event);
    }
    flush();
  } catch (error) {
    leave();
    flush();
    if (bug === null) throw toModelError(error, { ...options, begun, hasImages: (request.images ?? []).length > 0 });
  } finally {
    signal?.removeEventListener("abort", leave);
  }
  if (bug !== null) throw (bug as { readonly error: unknown }).error;
}

// What arrived together is read without a pause otherwise, and a key that is typed meanwhile would wait for all of it.
const TURN_MS = 4;

type Words = { readonly kind: "text" | "reasoning"; delta: string };

async function open(
  request: ModelRequest,
  { own, extra, call, load }: SdkModelOptions,
): Promise<ReadableStreamDefaultReader<StreamPart>> {
  const tools = toTools(request);
  const model = await load();
  const { stream } = await model.doStream({
    ...call,
    prompt: toPrompt(request, own),
    ...(tools.length > 0 ? { tools, toolChoice: { type: "auto" } } : {}),
    ...(extra ? { providerOptions: extra } : {}),
    ...(request.signal ? { abortSignal: request.signal } : {}),
  });
  return stream.getReader();
}

/** Null for sources, files, raw chunks and the like: nothing we asked for. */
function toEvent(part: StreamPart): ModelEvent | null {
  switch (part.type) {
    case "text-delta":
      return { kind: "text", delta: part.delta };
    case "text-end":
      return { kind: "text-end", ...providerOf(part) };
    case "reasoning-delta":
      return { kind: "reasoning", delta: part.delta };
    case "reasoning-end":
      return { kind: "reasoning-end", ...providerOf(part) };
    case "tool-call":
      return { kind: "call", id: part.toolCallId, tool: part.toolName, input: part.input, ...providerOf(part) };
    case "finish":
      if (isCut(part.finishReason)) throw new ModelError("cut", "The response was cut off.");
      return { kind: "finish", reason: REASONS[part.finishReason.unified], usage: usageOf(part.usage) };
    case "error":
      throw part.error;
    default:
      return null;
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
