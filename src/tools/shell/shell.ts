// shell: one command, in a container, confined on this machine, or plainly on it when the person's config says so.
// eval: JavaScript the same way, never plainly on the machine and never in our process.

import * as z from "zod/mini";
import { failure } from "../../base/index.ts";
import { defineTool } from "../tool.ts";
import { DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, prepareInPlace } from "./run-in-place.ts";
import { findSafeCommand } from "./safe-commands.ts";

const timeout = z.optional(z.int().check(z.positive(), z.maximum(MAX_TIMEOUT_MS)));

export const shell = defineTool({
  name: "shell",
  description:
    "Run a shell command in the sandbox's folder (or cwd). Output is bounded. Files it changes are not covered by undo.",
  schema: z.strictObject({ command: z.string(), cwd: z.optional(z.unknown()), timeout_ms: timeout }),
  parameters: {
    command: "The command line, for bash where there is one, else sh.",
    cwd: { description: "Folder to run it in, relative to the root. Default: the root.", optional: true },
    timeout_ms: "How long it may take, in milliseconds. Default: 120000.",
  },
  prepare: async ({ command, cwd, timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS }, context) => {
    requireText(command, "command");
    const folder = cwd === undefined ? (context.commands?.home ?? context.resolve("")) : context.resolve(cwd);
    const safe = findSafeCommand(command, context.commands?.unasked.safe ?? []);
    return prepareInPlace(
      {
        tool: "shell",
        text: command,
        cwd: folder,
        timeoutMs,
        safe,
        start: (text) => ({ argv: ["/bin/sh", "-c", BEST_SHELL, "sh", text], input: "" }),
      },
      context,
    );
  },
});

export const evaluate = defineTool({
  name: "eval",
  description:
    "Run JavaScript (an ES module, Node.js) in a container or confined on this machine. What it prints is returned.",
  schema: z.strictObject({ code: z.string(), timeout_ms: timeout }),
  parameters: {
    code: "The JavaScript source, an ES module.",
    timeout_ms: "How long it may take, in milliseconds. Default: 120000.",
  },
  prepare: async ({ code, timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS }, context) => {
    requireText(code, "code");
    return prepareInPlace(
      {
        tool: "eval",
        text: code,
        cwd: context.commands?.home ?? context.resolve(""),
        timeoutMs,
        safe: null,
        start: (text) => ({ argv: ["/usr/bin/env", "node", "--input-type=module", "-"], input: text }),
      },
      context,
    );
  },
});

// Models write for bash; where there is none, sh has to do. The command is an argument, never part of this text.
const BEST_SHELL =
  'if command -v bash >/dev/null 2>&1; then exec bash --noprofile --norc -c "$1"; else exec sh -c "$1"; fi';

function requireText(text: string, name: string): void {
  if (text.trim() === "") throw failure("INVALID_ARG", `${name} is empty.`);
  if (text.includes("\0") || !text.isWellFormed())
    throw failure("INVALID_ARG", `${name} contains a character that no program can receive (NUL or a lone surrogate).`);
}
