// The demo's own folder: the sample project, a state and a config beside it. It is gone when the story ends, however it
// ends; nothing of the person's is read or written.

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import type { Settings } from "../settings.ts";

export type DemoFolder = {
  /** The same settings, for the sample project. */
  readonly settings: Settings;
  /** A program that corrects the demo's typo when no person is there to do it. */
  readonly editor: string;
  /** Every file with its bytes. */
  readonly contents: () => string;
};

export async function inDemoFolder(
  given: Settings,
  files: Readonly<Record<string, string>>,
  work: (folder: DemoFolder) => Promise<number>,
): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "galley-demo-"));
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  const leave = (): void => {
    remove();
    process.exit(130);
  };
  // The first Ctrl-C lets the demo end where it is safe; a second one, or closing the terminal, does not wait.
  const insist = (): void => void process.once("SIGINT", leave).once("SIGTERM", leave);
  given.signal.addEventListener("abort", insist);
  process.once("SIGHUP", leave);
  try {
    const root = path.join(folder, "bakery");
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), text);
    }
    const editor = path.join(folder, "editor");
    fs.writeFileSync(editor, CORRECTS, { mode: 0o755 });
    const environment = {
      ...given.environment,
      XDG_STATE_HOME: path.join(folder, "state"),
      XDG_CONFIG_HOME: path.join(folder, "config"),
    };
    const here = { root, project: null, startedIn: null, rootNote: null };
    const settings = { ...given, ...here, config: null, environment };
    return await work({ settings, editor, contents: () => contentsOf(root) });
  } finally {
    given.signal.removeEventListener("abort", insist);
    process.off("SIGINT", leave).off("SIGTERM", leave).off("SIGHUP", leave);
    remove();
  }
}

const CORRECTS = `#!${process.execPath}
const fs = require("node:fs");
const file = process.argv[2];
fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("agian", "again"));
`;

function contentsOf(root: string): string {
  const names = fs.readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((name) => fs.statSync(path.join(root, name)).isFile());
  return JSON.stringify(files.map((name) => [name, fs.readFileSync(path.join(root, name), "base64")]));
}
