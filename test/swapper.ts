// A hostile neighbour for tests: another process that exchanges a folder and a link as fast as it can.
//
// Three ways, the first that this machine offers: a small C program, or Python through ctypes, both with
// renameat2(RENAME_EXCHANGE), which swaps the two names in one step so that one of them always stands there; else
// plain renames in a Node process, with a moment in which the name is missing.

import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Swapper = { readonly how: string; readonly stop: () => Promise<void> };

/** Exchanges the two names until stopped. */
export async function startSwapper(one: string, other: string): Promise<Swapper> {
  const folder = mkdtempSync(join(tmpdir(), "galley-swapper-"));
  const { how, command, args } = program(folder);
  const child = spawn(command, [...args, one, other], { stdio: ["ignore", "pipe", "inherit"] });
  await firstWord(child);
  return {
    how,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Program = { readonly how: string; readonly command: string; readonly args: readonly string[] };

function program(folder: string): Program {
  if (process.platform === "linux") {
    const source = join(folder, "swap.c");
    const binary = join(folder, "swap");
    writeFileSync(source, C);
    if (spawnSync("cc", ["-O2", "-o", binary, source]).status === 0) {
      return { how: "C, RENAME_EXCHANGE", command: binary, args: [] };
    }
    if (spawnSync("python3", ["--version"]).status === 0) {
      return { how: "Python, RENAME_EXCHANGE", command: "python3", args: ["-c", PYTHON] };
    }
  }
  return { how: "Node, three renames", command: process.execPath, args: ["-e", NODE] };
}

/** The first word says that the swapping has begun. */
function firstWord(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the swapper ended with ${code}`)));
    child.stdout!.once("data", () => resolve());
  });
}

const C = `
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **names) {
  if (syscall(SYS_renameat2, AT_FDCWD, names[1], AT_FDCWD, names[2], 2)) { perror("renameat2"); return 1; }
  puts("swapping"); fflush(stdout);
  for (;;) syscall(SYS_renameat2, AT_FDCWD, names[1], AT_FDCWD, names[2], 2);
}
`;

const PYTHON = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
one, other = (os.fsencode(name) for name in sys.argv[1:3])
swap = lambda: libc.renameat2(-100, one, -100, other, 2)
if swap(): sys.exit("renameat2 failed")
print("swapping", flush=True)
while True: swap()
`;

const NODE = `
const fs = require("node:fs");
const [one, other] = process.argv.slice(1);
const rename = (from, to) => { try { fs.renameSync(from, to); } catch {} };
console.log("swapping");
for (;;) { rename(one, one + "-"); rename(other, one); rename(one + "-", other); }
`;

/** Makes the first ready-made tool for a test that needs a pipe. */
export function makePipe(path: string): void {
  execFileSync("mkfifo", [path]);
}
