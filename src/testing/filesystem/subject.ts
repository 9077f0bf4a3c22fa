// What a contract suite needs of a test runner and of the file system under test, and how cases ask for it.
// Knows no runner: describe, test and expect are handed in.

import { asReal, GalleyError, type RealPath, type Target } from "../../base/index.ts";
import type { Filesystem } from "../../fs/index.ts";

/** The part of vitest, jest or another runner that the suites use. */
export type Harness = {
  readonly describe: (name: string, body: () => void) => void;
  readonly test: (name: string, body: () => Promise<void>) => void;
  readonly expect: (actual: unknown) => { toEqual(expected: unknown): void };
};

/** A fresh, empty file system. */
export type Subject = {
  readonly files: Filesystem;
  /** What every path starts with, for a sandbox: its name. */
  readonly prefix?: string;
  /** Makes a link; for backends that have links and follow those that stay within. */
  readonly link?: (path: string, target: string) => void;
  /** Its folder on this machine, where it has one: no message may name it. */
  readonly hostFolder?: string;
  readonly close?: () => Promise<void> | void;
};

export type ContractOptions = {
  /** Why the part about links is left out; it runs when there is no reason. */
  readonly withoutLinks?: string;
};

/** A subject as a case sees it: paths as written in the case, codes instead of exceptions. */
export class SubjectCase {
  readonly files: Filesystem;
  readonly #subject: Subject;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.files = subject.files;
  }

  /** The case's path as this file system spells it. */
  at(path: string): string {
    const { prefix } = this.#subject;
    if (prefix === undefined) return path;
    return path === "" || path === "." ? prefix : `${prefix}/${path}`;
  }

  /** The same, taken literally. */
  real(path: string): RealPath {
    return asReal(this.at(path));
  }

  /** Where the path leads now. */
  target(path: string): Target {
    const { path: named, real } = this.files.real.resolve(this.at(path));
    return { path: named, real };
  }

  link(path: string, target: string): void {
    if (this.#subject.link === undefined) throw new Error("This subject makes no links; say so with withoutLinks.");
    this.#subject.link(path, target);
  }

  /** Puts bytes that need not be text. */
  async put(path: string, bytes: Uint8Array): Promise<void> {
    const { staging } = this.files;
    await staging.makeParents(this.real(path));
    await staging.stage(this.real(path), "put.tmp", bytes, { mode: null });
    await staging.create(this.real(path), "put.tmp");
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) await this.files.write(this.at(path), content);
  }

  async read(path: string): Promise<string> {
    return codeOf(async () => (await this.files.read(this.at(path))).content);
  }

  /** Names and kinds in a folder: "sub/", "a.txt 3", "link@". */
  async list(path = ""): Promise<string | readonly string[]> {
    return codeOf(async () => {
      const { entries } = await this.files.list(this.at(path));
      const marks = { file: "", directory: "/", symlink: "@" } as const;
      return entries.map(
        (entry) =>
          this.#own(entry.path) + marks[entry.kind] + (entry.size_bytes === null ? "" : ` ${entry.size_bytes}`),
      );
    });
  }

  async glob(pattern: unknown, options: { path?: string; includeIgnored?: boolean } = {}): Promise<unknown> {
    return codeOf(async () => {
      const listing = await this.files.glob(pattern as string, { ...options, path: this.at(options.path ?? "") });
      return listing.entries.map((entry) => this.#own(entry.path));
    });
  }

  /** "path:line:content" for every match. */
  async grep(
    pattern: unknown,
    options: { path?: string; fileGlob?: string; includeIgnored?: boolean } = {},
  ): Promise<unknown> {
    return codeOf(async () => {
      const found = await this.files.grep(pattern as string, { ...options, path: this.at(options.path ?? "") });
      return found.matches.map((match) => `${this.#own(match.path)}:${match.line_number}:${match.line_content}`);
    });
  }

  /**
   * The facts of a failure, and which of these paths its message names; a folder of this machine must not be among
   * them. What else the message says is the backend's choice.
   */
  async failureOf(run: (files: Filesystem) => Promise<unknown>, paths?: readonly string[]): Promise<unknown> {
    try {
      return await run(this.files);
    } catch (error) {
      if (!(error instanceof GalleyError)) throw error;
      const { code, data, message } = error;
      const path = String(data["path"]);
      const hostFolder = [this.#subject.hostFolder ?? []].flat();
      return { code, path, named: [...(paths ?? [path]), ...hostFolder].filter((one) => message.includes(one)) };
    }
  }

  async close(): Promise<void> {
    await this.#subject.close?.();
  }

  #own(path: string): string {
    const { prefix } = this.#subject;
    return prefix === undefined ? path : path.slice(prefix.length + 1);
  }
}

/** The value, or the code of the GalleyError it ended in. Other errors go through: they are bugs. */
export async function codeOf<T>(run: () => Promise<T>): Promise<T | string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GalleyError) return error.code;
    throw error;
  }
}

/** Runs a case on a fresh subject and closes it. */
export type Case = (name: string, body: (subject: SubjectCase) => Promise<void>) => void;

export function cases(make: () => Promise<Subject>, { test }: Harness): Case {
  return (name, body) =>
    test(name, async () => {
      const subject = new SubjectCase(await make());
      try {
        await body(subject);
      } finally {
        await subject.close();
      }
    });
}
