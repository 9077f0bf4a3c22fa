// Every failure of a request as its reply: machines and the page read the same shape. A database that cannot be reached
// is 503 and worth another try; what no one expected is logged and says nothing about itself.

import type { Context } from "hono";
import { isFailure } from "../../base/index.ts";
import type { WireError } from "../../team/index.ts";
import { replyTo } from "../../web/index.ts";

const RETRY_SECONDS = 1;

export function failureReply(error: unknown, report: (error: unknown) => void): Response {
  if (isFailure(error, "IO")) {
    report(error);
    return reply(503, { code: "IO", message: "The team's inbox cannot be reached now. Try again." });
  }
  // Of a machine that was revoked, has asked enough, or asks about a repository that its token is not for.
  if (isFailure(error) && typeof error.data["status"] === "number")
    return reply(error.data["status"], { code: error.code, message: error.message });
  if (isFailure(error, "FORBIDDEN")) return reply(403, { code: "FORBIDDEN", message: error.message });
  const known = replyTo(error);
  if (known !== null) return reply(known.status, known.body.error);
  report(error);
  return reply(500, { code: "BUG", message: "Failed because of a bug in galley. The server's log has more." });
}

export function notFound(context: Context): Response {
  return context.json<WireError>({ error: { code: "NOT_FOUND", message: "There is no such address." } }, 404);
}

function reply(status: number, error: WireError["error"]): Response {
  const retry = status === 503 || status === 429 ? { "retry-after": String(RETRY_SECONDS) } : {};
  return Response.json({ error }, { status, headers: retry });
}
