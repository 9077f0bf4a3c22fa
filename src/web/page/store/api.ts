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

  /** The key or the cookie is not of the server that runs now. */
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

export function createApi(key: string): Api {
  const headers = { [KEY_HEADER]: key };
  return {
    get: (path, options) => requestJson(path, { headers, ...options }),
    post: (path, body = {}) =>
      requestJson(path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    open: async (path, { signal }) => {
      const { body } = await request(path, { headers, signal });
      if (body === null) throw new ApiError("OFFLINE", "The server sent nothing.", { status: 0 });
      return body;
    },
  };
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, cache: "no-store", credentials: "same-origin", redirect: "error" });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw lost(init, error);
  }
  if (response.ok) return response;
  throw await errorOf(response);
}

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
