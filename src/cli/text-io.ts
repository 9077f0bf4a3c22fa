// Reading what the command was given and printing what it found. The only room that talks to standard streams.

import * as fs from "node:fs";
import type { Readable, Writable } from "node:stream";
import { failure } from "../base/index.ts";
import {
  decode,
  joinPrintable,
  plain,
  reveal,
  revealJson,
  revealLines,
  type Plain,
  type Printable,
  type Text,
} from "../text/index.ts";

/** The text of a file, or of standard input for "-". INVALID_ARG when it cannot be read as text. */
export async function readInput(name: string, signal?: AbortSignal): Promise<Text> {
  const decoded = decode(name === "-" ? await readStandardInput(signal) : readNamed(name));
  if (decoded.kind === "text") return decoded.text;
  const what = name === "-" ? "Standard input" : name;
  const why =
    decoded.because === "nul"
      ? `has a NUL (byte ${decoded.offset}), which no text has. Remove it`
      : `is not UTF-8 text (byte ${decoded.offset}). Save the answer as UTF-8`;
  throw failure("INVALID_ARG", `${what} ${why} and try again.`);
}

/** True when something may be waiting on standard input: a pipe, a file or a socket, not a terminal or /dev/null. */
export function hasStandardInput(): boolean {
  try {
    return !fs.fstatSync(0).isCharacterDevice();
  } catch {
    return false;
  }
}

/** Writes everything to standard output. A pipe without a reader ends the output, as for any program. */
export async function print(text: Printable): Promise<void> {
  await printWhileRead(text);
}

/** Each on a line of its own; without lines nothing is printed. */
export async function printLines(lines: readonly Plain[]): Promise<void> {
  if (lines.length > 0) await print(plain`${joinPrintable(lines, plain`\n`)}\n`);
}

/** The same; false when there is no reader any more, or `until` fired while a full pipe was waited for. */
export function printWhileRead(text: Printable, until?: AbortSignal): Promise<boolean> {
  return write(text, until);
}

/**
 * Text for another program: a prompt, a map, a model's words. In a pipe or a file it is written byte for byte; on a
 * terminal it is revealed, like everything there. The one place where text that was not revealed is written.
 */
export function printContent(text: string): Promise<boolean> {
  return write(isTerminalOutput() ? revealLines(text, { reading: "code" }) : text);
}

/** Standard output as a stream, for callers that cannot wait. `broken` is called when it cannot be written. */
export function openOutput(broken: (error: NodeJS.ErrnoException) => void): (text: Printable) => void {
  process.stdout.on("error", broken);
  return (text) => void process.stdout.write(text);
}

/** Standard input and output for a protocol: what is written is for a program, and never for a terminal. */
export function protocolStreams(): { readonly input: Readable; readonly output: Writable } {
  return { input: process.stdin, output: process.stdout };
}

/** On standard error. */
export function printError(text: Printable): void {
  process.stderr.write(text);
}

/** A sentence of ours on standard error. Names in it may be anybody's. */
export function printNote(message: string): void {
  printError(plain`galley: ${reveal(message, { keepMarks: true })}\n`);
}

/** Straight to the descriptor: process.stdout costs a tenth of a short command. A pipe that is full is waited for. */
async function write(text: string, until?: AbortSignal): Promise<boolean> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE" || until?.aborted) return false;
      if (code !== "EAGAIN") throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return true;
}

/** Whether standard output is a terminal, without opening a stream on it; node:tty brings in all of Node's network. */
export function isTerminalOutput(): boolean {
  try {
    return fs.fstatSync(1).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(1);
  } catch {
    return false;
  }
}

export function printJson(value: unknown): Promise<void> {
  return print(plain`${revealJson(value, { indent: 2 })}\n`);
}

function readNamed(name: string): Uint8Array {
  try {
    return fs.readFileSync(name);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : `it cannot be read (${code})`;
    throw failure("INVALID_ARG", `${name}: ${why}. Give the file with the model's answer, or - for standard input.`, {
      cause: error,
    });
  }
}

function readStandardInput(signal?: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => {
      process.stdin.destroy();
      reject(signal.reason as Error); // Settings make it a GalleyError.
    });
    const chunks: Buffer[] = [];
    process.stdin.on("data", (chunk: Buffer) => chunks.push(chunk));
    process.stdin.on("end", () => resolve(Buffer.concat(chunks)));
    process.stdin.on("error", reject);
  });
}
