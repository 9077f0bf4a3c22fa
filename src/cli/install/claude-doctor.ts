// What Claude Code reports about its settings. It skips a file with a value that it does not expect, hooks included, and only
// it knows its own schema: so it is asked.

import { execFile } from "node:child_process";
import type { Settings } from "../settings.ts";

const LIMIT_MS = 10_000;

/** Sentences about these files; none when Claude Code accepts them, or gives no answer that we understand. */
export function claudeProblems(
  claude: string,
  { files, settings }: { readonly files: readonly string[]; readonly settings: Settings },
): Promise<readonly string[]> {
  if (files.length === 0) return Promise.resolve([]);
  const { environment, root, signal } = settings;
  const env = { ...environment, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" };
  return new Promise((resolve) => {
    const options = { env, cwd: root, signal, timeout: LIMIT_MS, maxBuffer: 1_000_000 };
    const child = execFile(claude, ["doctor"], options, (_, stdout) => resolve(rejectedIn(stdout, files)));
    child.stdin?.end();
  });
}

// Measured with 2.1.325: "- FILE › KEY: MESSAGE" below a line "Invalid settings".
const PARTLY = / was (?:ignored|skipped)\b/; // The rest of the file counts.

export function rejectedIn(report: string, files: readonly string[]): readonly string[] {
  const lines = report.split("\n").map((line) => line.trim());
  const rejected = lines.flatMap((line) => {
    const file = files.find((path) => line.startsWith(`- ${path} › `) || line.startsWith(`- ${path}: `));
    return file === undefined || PARTLY.test(line)
      ? []
      : [{ file, why: line.slice(file.length + 2).replace(/^(?: ›|:) /, "") }];
  });
  return files.flatMap((file) => {
    const first = rejected.find((each) => each.file === file);
    return first === undefined ? [] : [`${file}: Claude Code skips this file (${first.why}).`];
  });
}
