// System calls that lead out of a confined command without any file: kernel keyrings above all. Called as a program
// would, by number; on this machine's real bubblewrap.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureBuilt, program } from "./built.ts";
import { CommandFolder, confinementTrouble } from "./support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });

// Of the system: a home is not seen.
const python = "/usr/bin/python3";
const trouble =
  confinementTrouble ??
  (!existsSync(python) ? `there is no ${python}` : process.arch === "x64" ? null : "the numbers are those of x86_64");

const PROBE = `import ctypes, mmap, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
    ctypes.set_errno(0)
    result = libc.syscall(*words)
    return "ok" if result >= 0 else os.strerror(ctypes.get_errno())
def old(number, *words):
    # int 0x80: the calls of i386, from a program of 64 bits
    code = b"\\x53" + b"\\xb8" + number.to_bytes(4, "little")
    for register, word in zip((b"\\xbb", b"\\xb9", b"\\xba"), words):
        code += register + (word & 0xffffffff).to_bytes(4, "little")
    code += b"\\xcd\\x80\\x5b\\xc3"
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    result = run()
    return "ok" if result >= 0 else os.strerror(-result)
def vsock():
    try:
        socket.socket(40, socket.SOCK_STREAM)
        return "ok"
    except OSError as error:
        return error.strerror
print("keyctl", call(250, 0, -3, 0))
print("add_key", call(248, b"user", b"left", b"x", ctypes.c_size_t(1), -3))
print("request_key", call(249, b"user", b"galley", None, -3))
print("x32", call(0x40000000 + 250, 0, -3, 0))
print("i386", old(288, 0, -3, 0))
print("i386 socketcall", old(102, 1, 0))
print("vsock", vsock())
print("io_uring", call(425, 1, ctypes.create_string_buffer(256)))
print("unix", "ok" if socket.socket(socket.AF_UNIX) else "")
`;

const DENIED = [
  ...["keyctl", "add_key", "request_key"].map((name) => `${name} Operation not permitted`),
  "x32 Function not implemented",
  ...["i386", "i386 socketcall", "vsock", "io_uring"].map((name) => `${name} Operation not permitted`),
  "unix ok",
];

describe.skipIf(trouble !== null)(`system calls${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  let here: CommandFolder;
  beforeAll(() => ensureBuilt(), 120_000);
  beforeEach(() => {
    here = new CommandFolder({ "probe.py": PROBE });
    here.git("init", "-q");
  });
  afterEach(() => here.remove());

  test("keyrings, sockets of a virtual machine and io_uring are not reached, through any table of numbers", () => {
    const { out } = here.run(`${python} probe.py`);
    expect(out.value.stdout.trimEnd().split("\n")).toEqual(DENIED);
  });

  test("nor without a question", () => {
    const { out } = here.unasked(`${python} probe.py`, { config: { shell: { unasked: "read-only" } } });
    expect(out.value.stdout.trimEnd().split("\n")).toEqual(DENIED);
  });

  test("a key of the person's session cannot be read, and none is left there", () => {
    const outside = `import ctypes, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall(250, 1, None)
libc.syscall(248, b"user", b"galley", b"HOSTSECRET", ctypes.c_size_t(10), -3)
sys.stdout.write(subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True).stdout)
print("left", libc.syscall(250, 10, -3, b"user", b"left", 0))
`;
    const inside = `import ctypes
libc = ctypes.CDLL(None, use_errno=True)
room = ctypes.create_string_buffer(20)
libc.syscall(250, 11, libc.syscall(250, 10, -3, b"user", b"galley", 0), room, ctypes.c_size_t(20))
libc.syscall(248, b"user", b"left", b"x", ctypes.c_size_t(1), -3)
print("read", room.value.decode())
`;
    here.write("inside.py", inside);
    here.cli(["config"]); // Writes the config file.
    const args = ["tool", "shell", JSON.stringify({ command: `${python} inside.py` }), "--yes"];
    const words = ["-c", outside, process.execPath, program, ...args, "--config", `${here.base}/config.json`];
    const ran = spawnSync(python, words, { cwd: here.root, encoding: "utf8" });
    expect(ran.stdout).toContain('"stdout": "read \\n"');
    expect(ran.stdout.trimEnd().split("\n").at(-1)).toBe("left -1");
  });

  test("the filter comes through a descriptor that the command does not get", () => {
    const { out } = here.run("readlink /proc/$$/fd/*; grep -E '^Seccomp:' /proc/self/status");
    const [seccomp, ...open] = out.value.stdout.trimEnd().split("\n").toReversed();
    expect(seccomp).toBe("Seccomp:\t2");
    expect(open.filter((target) => !/^(pipe|socket):|^\/dev\/null$/.test(target))).toEqual([]);
  });
});
