// Requests to the server this page came from. A refusal is an ApiError with the server's own words; a server that cannot
// be reached is one with the code OFFLINE. Nothing is sent to any other host.

import { KEY_HEADER, type WebError } from "../../protocol.ts";

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, { status, cause }: { readonly status: number; readonly cause?: unknown }) {
    super(message, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
  }

  /** The key or the cookie is not of the server that runs now, or a proxy wants a new sign-in. */
  get isSignedOut(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

export type Api = {
  readonly get: <Reply>(path: string, options?: { readonly signal?: AbortSignal }) => Promise<Reply>;
  readonly post: <Reply>(path: string, body?: unknown) => Promise<Reply>;
  /** The body of a reply that goes on and on. */
  readonly open: (path: string, options: { readonly signal: AbortSignal }) => Promise<ReadableStream<Uint8Array>>;
};

/** `onSignedOut`: some request was refused for want of a sign-in. */
export function createApi(key: string, onSignedOut: () => void = () => undefined): Api {
  const headers = { [KEY_HEADER]: key };
  const noticed = <Reply>(reply: Promise<Reply>): Promise<Reply> => {
    reply.catch((error: unknown) => {
      if (error instanceof ApiError && error.isSignedOut) onSignedOut();
    });
    return reply;
  };
  return {
    get: (path, options) => noticed(requestJson(path, { headers, ...options })),
    post: (path, body = {}) =>
      noticed(
        requestJson(path, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
    open: async (path, { signal }) => {
      const { body } = await noticed(request(path, { headers, signal }));
      if (body === null) throw new ApiError("OFFLINE", "The server sent nothing.", { status: 0 });
      return body;
    },
  };
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, cache: "no-store", credentials: "same-origin", redirect: "manual" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw lost(init, error);
  }
  if (isSignInPage(response)) throw new ApiError("SIGNED_OUT", SIGN_IN_AGAIN, { status: 401 });
  if (response.ok) return response;
  throw await errorOf(response);
}

/** Our server neither leads elsewhere nor replies with a page: a proxy in front of it wants the user to sign in. */
function isSignInPage({ type, ok, headers }: Response): boolean {
  return type === "opaqueredirect" || (ok && /^text\/html\b/i.test(headers.get("content-type") ?? ""));
}

const SIGN_IN_AGAIN = "Your sign-in has expired. Reload the page to sign in again.";

/** A request that changes something may have been received, and its reply lost. */
function lost({ method = "GET" }: RequestInit, cause: unknown): ApiError {
  const after = method === "GET" ? "" : " It may or may not have received this; check before you try again.";
  return new ApiError("OFFLINE", `The server could not be reached.${after}`, { status: 0, cause });
}

async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const text = await response.text().catch(() => "");
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Refused before it reached a route: such a reply has no words.
  }
  const { error } = (body ?? {}) as Partial<WebError>; // What of it is missing has its own words here.
  return new ApiError(error?.code ?? "HTTP", error?.message ?? `The server replied with status ${status}.`, { status });
}

async function requestJson<Reply>(path: string, init: RequestInit): Promise<Reply> {
  const response = await request(path, init);
  try {
    return (await response.json()) as Reply; // The server's protocol says so.
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw lost(init, error);
  }
}

/** What to show of anything that went wrong. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
