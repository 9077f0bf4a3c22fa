// A file of the agent that runs the hook. What is no plain file is never waited for.

import * as fs from "node:fs";
import type { HostFile } from "../../hook/index.ts";

const MOST_BYTES = 33_554_432;

export function readHostFile(path: string): HostFile {
  const { O_RDONLY, O_NONBLOCK } = fs.constants;
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(path, O_RDONLY | O_NONBLOCK);
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile() || stats.size > MOST_BYTES) return { kind: "unreadable" };
    return { kind: "text", text: fs.readFileSync(descriptor, "utf8") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unreadable" };
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}
