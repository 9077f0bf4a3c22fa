// The body of a request as checked data: JSON only, and no more of it than the route takes. Counted as it arrives,
// whatever Content-Length says, before anything is parsed.

import type { IncomingMessage } from "node:http";
import type * as z from "zod/mini";
import { counted, describeIssue } from "../../base/index.ts";
import { Refusal } from "./refusal.ts";

// All bodies that are being read at one time.
const MOST_AT_ONCE = 256 * 1024 * 1024;
let reading = 0;

/** Throws Refusal. */
export async function readBody<Schema extends z.ZodMiniType>(
  incoming: IncomingMessage,
  { schema, mostBytes }: { readonly schema: Schema; readonly mostBytes: number },
): Promise<z.output<Schema>> {
  const [type = ""] = (incoming.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json" || incoming.headers["content-encoding"] !== undefined)
    throw new Refusal(415, "INVALID_ARG", "The body must be JSON.");
  const text = await readText(incoming, mostBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refusal(400, "INVALID_ARG", "The body is not JSON.", error);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const what = issue === undefined ? "it has another shape" : describeIssue(issue);
  throw new Refusal(400, "INVALID_ARG", `The body is not what this request takes: ${what}`);
}

async function readText(incoming: IncomingMessage, mostBytes: number): Promise<string> {
  const tooLarge = (): Refusal =>
    new Refusal(413, "TOO_LARGE", `The body has more than ${counted(mostBytes, "byte")}.`);
  if (Number(incoming.headers["content-length"] ?? 0) > mostBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      reading += chunk.length;
      if (size > mostBytes) throw tooLarge();
      if (reading > MOST_AT_ONCE) throw new Refusal(503, "TOO_LARGE", "Too much is being sent at once. Try again.");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // There is no one left to read the reply; it is for the log.
    throw new Refusal(400, "INVALID_ARG", "The body was cut off.", error);
  } finally {
    reading -= size;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new Refusal(400, "INVALID_ARG", "The body is not UTF-8 text.", error);
  }
}
