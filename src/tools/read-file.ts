// read_file: whole lines of one file, byte for byte.

import * as z from "zod/mini";
import { lines, readPayload } from "../approval/index.ts";
import { digestOf, isFailure } from "../base/index.ts";
import type { FileContent } from "../fs/index.ts";
import { countLines, decode } from "../text/index.ts";
import { succeeded } from "./result.ts";
import { questionId } from "./context.ts";
import { defineTool } from "./tool.ts";

export const readFile = defineTool({
  name: "read_file",
  description:
    "Read a text file. Lines keep their endings. offset is the 0-based first line, limit the number of lines.",
  schema: z.strictObject({
    path: z.optional(z.unknown()),
    offset: z.optional(z.int().check(z.nonnegative())),
    limit: z.optional(z.nullable(z.int().check(z.nonnegative()))),
  }),
  parameters: {
    path: "Path of the file, relative to the root, with / between names.",
    offset: "The first line to read, counted from 0. Default: 0.",
    limit: "How many lines to read. Default: all.",
  },
  prepare: async ({ path: given, offset, limit }, context) => {
    const { files, resolve, signal } = context;
    const target = files.resolve(resolve(given, "file"));
    const { path, real } = target;
    return {
      kind: "action",
      call: { tool: "read_file", access: "read", targets: [target] },
      payload: async () => {
        const facts = await files.readBytes(target).then(
          ({ bytes, version }) => {
            const decoded = decode(bytes);
            return {
              exists: true,
              bytes: bytes.length,
              lines: decoded.kind === "text" ? countLines(decoded.text) : null,
              version,
            };
          },
          (error: unknown) => {
            if (isFailure(error, "NOT_FOUND")) return { exists: false, bytes: null, lines: null, version: null };
            throw error;
          },
        );
        const digest = digestOf(["read", path, real, facts.version]);
        return readPayload({ tool: "read_file", target, approvalId: questionId(context), digest, ...facts });
      },
      run: async () => {
        const content = await files.read(target, {
          ...(offset === undefined ? {} : { offset }),
          ...(limit === undefined ? {} : { limit }),
          ...(signal ? { signal } : {}),
        });
        const last = content.offset + content.limit;
        const shown = rangeOf(content);
        const isPast = content.limit === 0 && content.offset > 0 && content.offset >= content.total_lines;
        const rest = content.truncated ? ` Read on with offset ${last}.` : isPast ? " The offset is past the end." : "";
        return succeeded(`Read ${path}: ${shown}.${rest}`, content, content.truncated);
      },
    };
  },
});

function rangeOf({ offset, limit, total_lines: total }: FileContent): string {
  if (limit === total) return lines(total);
  const range = limit === 0 ? "no lines" : limit === 1 ? `line ${offset + 1}` : `lines ${offset + 1}–${offset + limit}`;
  return `${range} of ${total}`;
}
