// What went wrong at a provider, as one of our codes and a sentence: what happened, and what to do. Never holds a key.

import { ProxyError } from "../../network/index.ts";
import { ModelError, type ModelErrorCode } from "../model.ts";
import { describePage, OtherProtocol } from "./other-protocol.ts";
import { ServerSilence, TIMEOUT_KEYS } from "./timeouts.ts";

export type ErrorContext = {
  /** `provider/name`, for the sentence. */
  readonly model: string;
  /** Where it was asked; null when the library chose. */
  readonly baseUrl: string | null;
  /** The variable the key came from; null when there is none. */
  readonly keyFrom: string | null;
  /** What no message may hold. */
  readonly secrets: readonly string[];
  /** Whose API the server is expected to speak. */
  readonly protocol: Protocol;
  /** The request had images in it. */
  readonly hasImages: boolean;
  /** The answer had begun. */
  readonly begun: boolean;
};

export type Protocol = "OpenAI" | "Anthropic" | "Google Gemini";

/** Only what the library or the network threw; anything else is a bug and stays one. */
export function toModelError(error: unknown, context: ErrorContext): ModelError {
  if (error instanceof ModelError) return error;
  const silence = foundIn(error, ServerSilence);
  if (silence !== null) return silent(silence, context);
  const other = foundIn(error, OtherProtocol);
  if (other !== null) return new ModelError("unreadable", otherProtocol(`It sent ${other.sent}.`, context));
  const proxy = foundIn(error, ProxyError);
  if (proxy !== null)
    return new ModelError(
      proxy.isPassing ? "network" : "refused",
      `${placeOf(context)} cannot be reached. ${proxy.message}`,
    );
  const facts = factsOf(error);
  const code = codeOf(facts, context);
  const said = clean(facts.said, context);
  return new ModelError(code, sentence(code, said, context), {
    // The cause may hold headers with the key: only its words go on.
    cause: said,
    retryAfterMs: retryAfter(facts.headers),
  });
}

/** The library wraps what our fetch throws. */
function foundIn<Wanted extends Error>(
  error: unknown,
  wanted: abstract new (...args: never[]) => Wanted,
): Wanted | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1)
    if (at instanceof wanted) return at;
  return null;
}

/** Only a connection, or an answer that broke off, is worth another try: a silent server would be silent again. */
function silent({ phase, seconds }: ServerSilence, context: ErrorContext): ModelError {
  const where = placeOf(context);
  const more = `${TIMEOUT_KEYS[phase]} in your config gives it more time.`;
  if (phase === "idle")
    return new ModelError("cut", `The response from ${where} stalled: nothing arrived for ${seconds} s. ${more}`);
  return new ModelError("timeout", `${where} sent no response for ${seconds} s. ${more}`);
}

/** "provider/name at its address". */
function placeOf({ model, baseUrl }: ErrorContext): string {
  return baseUrl === null ? model : `${model} at ${baseUrl}`;
}

function otherProtocol(what: string, context: ErrorContext): string {
  const { protocol } = context;
  const article = /^[AEIO]/.test(protocol) ? "an" : "a";
  return `${placeOf(context)}: this URL answers, but not as ${article} ${protocol} API. ${what} Check base_url and the provider.`;
}

/** What a request can end with once the provider's package is loaded. */
type RequestErrorCode = Exclude<ModelErrorCode, "not-installed">;

type Facts = {
  readonly status: number | null;
  readonly type: string;
  /** Everything that was said, for finding out what it is. */
  readonly message: string;
  /** The same for a person. */
  readonly said: string;
  /** A page for a browser came instead of an answer. */
  readonly isPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly name: string;
};

function factsOf(error: unknown): Facts {
  const fields = (typeof error === "object" && error !== null ? error : {}) as Readonly<Record<string, unknown>>;
  const data = fields["data"] as { error?: { type?: unknown; code?: unknown; message?: unknown } } | undefined;
  const inner = (typeof fields["error"] === "object" ? fields["error"] : null) as {
    type?: unknown;
    message?: unknown;
  } | null;
  const parts = partsOf(error, data?.error?.message, inner?.message, fields["message"]);
  const answered = typeof fields["responseBody"] === "string" ? fields["responseBody"] : null;
  const page = answered === null ? null : describePage(answered);
  const otherwise = answered ?? String(error);
  const text = (...values: unknown[]): string =>
    (values.find((value) => typeof value === "string" && value !== "") as string) ?? "";
  return {
    status: typeof fields["statusCode"] === "number" ? fields["statusCode"] : null,
    type: text(data?.error?.code, data?.error?.type, inner?.type, fields["code"], fields["type"]),
    message: parts.length > 0 ? parts.join(": ") : otherwise,
    said: page ?? (parts.length > 0 ? inFewWords(parts) : otherwise),
    isPage: page !== null,
    headers: (fields["responseHeaders"] ?? {}) as Facts["headers"],
    name: text(fields["name"]),
  };
}

/** The first text there is, and what it came from. */
function partsOf(error: unknown, ...messages: readonly unknown[]): readonly string[] {
  const message = messages.find((one): one is string => typeof one === "string" && one !== "") ?? "";
  const causes: string[] = [];
  for (let at = error as { cause?: unknown } | null; at?.cause instanceof Error; at = at.cause as never) {
    const { message: why, code } = at.cause as Error & { code?: unknown };
    causes.push(typeof code === "string" && !why.includes(code) ? `${code} ${why}` : why);
  }
  // What another of them says too is said once.
  const isSaid = (part: string, others: readonly string[]): boolean =>
    others.some((other) => other !== part && other.includes(part));
  return [message, ...causes].filter(
    (part, at, all) => part.trim() !== "" && all.indexOf(part) === at && !isSaid(part, all),
  );
}

// What the library and Node say before they say it.
const CHATTER = /^(?:Cannot connect to API: |Failed to process successful response$|terminated$|fetch failed$)/;

/** Without what says nothing, and nothing twice. */
function inFewWords(parts: readonly string[]): string {
  const telling = parts.map((part) => part.replace(CHATTER, "")).filter((part) => part !== "");
  const once = telling.filter((part, at) => !telling.slice(0, at).some((before) => before.includes(part)));
  return (once.length > 0 ? once : parts).join(": ");
}

const NO_TOOLS =
  /(does not|doesn't|do not|cannot) support (tool|function)|tools? (is|are|use is) not supported|no endpoints found that support tool|--jinja|enable-auto-tool-choice/i;
const TOO_LONG =
  /context.{0,20}(length|window|size)|too (long|many tokens)|maximum.{0,20}tokens|prompt is too long|exceeds?.{0,30}(context|limit)/i;

const NO_IMAGES = new RegExp(
  [
    "\\bimages?(?:[ _](?:inputs?|urls?|content))?(?: modality)? (?:is |are )?(?:not (?:supported|enabled)|only supported by)",
    "(?:does not|doesn't|do not|cannot|not) support (?:\\w+ )?(?:image|vision|multi-?modal)",
    "no endpoints found that support image",
    "unknown variant .image_url",
    "at most 0 image",
    "not a multi-?modal model",
    "mmproj",
    "required for image input",
  ].join("|"),
  "i",
);

const BROKEN_LINE = /terminated|socket|ECONNRESET|EPIPE|ended without a finish|premature/i;

function codeOf({ status, type, message, name, isPage }: Facts, { begun, hasImages }: ErrorContext): RequestErrorCode {
  if (hasImages && status !== null && status >= 400 && NO_IMAGES.test(message)) return "no-images";
  if (/insufficient_quota|billing/.test(type)) return "refused";
  if (/overloaded|server_error|api_error|service_unavailable/.test(type)) return "overloaded";
  if (/rate_limit/.test(type)) return "rate-limited";
  if (/authentication|invalid_api_key|permission/.test(type)) return "key";
  if ((status === null || status < 300) && BROKEN_LINE.test(message))
    return begun || status !== null ? "cut" : "network";
  if (/JSONParse|TypeValidation|InvalidResponse|EmptyResponse/.test(name)) return "unreadable";
  if (/^(?:Type validation|JSON parsing) failed/.test(message)) return "unreadable";
  if (/LoadAPIKey/.test(name)) return "key";
  if (status === null) return begun ? "cut" : "network";
  if (status < 300) return begun ? "cut" : "unreadable";
  if (status === 401 || status === 403) return "key";
  if (isPage && status < 500 && status !== 429) return "unreadable";
  if (status === 404) return NO_TOOLS.test(message) ? "no-tools" : "unknown-model";
  if (status === 413) return "too-long";
  if (status === 429) return "rate-limited";
  if (status === 408 || status === 409 || status >= 500) return NO_TOOLS.test(message) ? "no-tools" : "overloaded";
  if (NO_TOOLS.test(message)) return "no-tools";
  if (TOO_LONG.test(message)) return "too-long";
  if (/model/i.test(message) && /not (found|exist)|does not exist|unknown|invalid model/i.test(message))
    return "unknown-model";
  return "refused";
}

function sentence(code: RequestErrorCode, said: string, context: ErrorContext): string {
  const { keyFrom, begun } = context;
  const where = placeOf(context);
  const why = said === "" ? "" : ` It said: ${said}${/[.!?…]$/.test(said) ? "" : "."}`;
  switch (code) {
    case "rate-limited":
      return `${where} is limiting requests: there were too many.${why}`;
    case "overloaded":
      return `${where} reports an internal error.${why}`;
    case "network":
      return CONNECT_TIMEOUT.test(said)
        ? `${where} did not accept a connection in time. Check the address and the network; ${TIMEOUT_KEYS.connect} in your config gives it more time.`
        : UNTRUSTED.test(said)
          ? `The certificate of ${where} is not trusted (${said}). If your network inspects TLS, name the file with its certificate in NODE_EXTRA_CA_CERTS.`
          : `${where} cannot be reached (${said}). Check the network, the address, and whether the server is running.`;
    case "timeout":
      return `${where} sent no response in time.${why}`;
    case "cut":
      return `The response from ${where} was cut off (${said}).`;
    case "key":
      return keyFrom === null
        ? `${where} needs a key and none was found.${why} galley models shows where keys are looked for.`
        : `${where} does not accept the key in ${keyFrom}.${why}`;
    case "unknown-model":
      return `${where} does not know this model.${why} Check its name and base_url.`;
    case "too-long":
      return `The conversation is too long for ${where}.${why} Start a new one, or show it fewer files.`;
    case "no-tools":
      return `${where} cannot call tools.${why} Use block mode: --mode blocks.`;
    case "no-images":
      return `${where} does not accept images.${why}`;
    case "refused":
      return `${where} refused the request.${why}`;
    case "unreadable":
      return begun
        ? `The response from ${where} could not be read.${why}`
        : otherProtocol(`It sent ${sentIn(said)}.`, context);
  }
  code satisfies never;
}

const NO_EVENT = /^(?:Type validation failed: Value|JSON parsing failed: Text): ([^]*?)\.?\s*Error message:/;
const MAX_EVENT = 80;

/** The library's words about an event that it cannot read are many; the event itself says more. */
function sentIn(said: string): string {
  const event = NO_EVENT.exec(said)?.[1];
  if (event === undefined) return said;
  return `the event ${event.length > MAX_EVENT ? `${event.slice(0, MAX_EVENT).toWellFormed()}…` : event}`;
}

// What Node calls a certificate that it cannot check.
const UNTRUSTED =
  /SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:UNTRUSTED|HAS_EXPIRED)/;
const CONNECT_TIMEOUT = /no connection in time/;

const MAX_SAID = 600;

function clean(text: string, { secrets }: ErrorContext): string {
  let words = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
  for (const secret of secrets) if (secret.length > 3) words = words.replaceAll(secret, () => "…");
  return words.length > MAX_SAID ? `${words.slice(0, MAX_SAID).toWellFormed()}…` : words;
}

function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const milliseconds = Number(headers["retry-after-ms"] ?? "x");
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const value = headers["retry-after"];
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
