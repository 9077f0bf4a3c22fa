import fc from "fast-check";
import { expect, test } from "vitest";
import { systemCallFilter } from "./system-call-filter.ts";

// Written from the kernel's description of classic BPF, not from the code that is tested.
function interpret(program: Uint8Array, call: Call): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number >>> 0, 0);
  data.writeUInt32LE(call.architecture, 4);
  call.arguments.forEach((value, at) => data.writeBigUInt64LE(value, 16 + 8 * at));
  const bytes = Buffer.from(program);
  let accumulator = 0;
  for (let at = 0, steps = 0; steps < 4096; steps += 1) {
    const [code, yes, no, k] = [
      bytes.readUInt16LE(at * 8),
      bytes[at * 8 + 2]!,
      bytes[at * 8 + 3]!,
      bytes.readUInt32LE(at * 8 + 4),
    ];
    at += 1;
    if (code === 0x20) accumulator = data.readUInt32LE(k);
    else if (code === 0x15) at += accumulator === k ? yes : no;
    else if (code === 0x35) at += accumulator >= k ? yes : no;
    else if (code === 0x06) return k === 0x7fff0000 ? "allowed" : `${k >>> 16}:${k & 0xffff}`;
    else throw new Error(`code ${code}`);
  }
  throw new Error("no end");
}

type Call = { readonly number: number; readonly architecture: number; readonly arguments: readonly bigint[] };

const X86_64 = 0xc000003e;
const I386 = 0x40000003;
const AARCH64 = 0xc00000b7;
const ARM = 0x40000028;
const RISCV64 = 0xc00000f3;
const X32 = 0x40000000;
const program = systemCallFilter("x64")!;
const ask = (architecture: number, number: number, ...given: readonly (number | bigint)[]): string =>
  interpret(program, { architecture, number, arguments: given.map(BigInt) });

const EPERM = "5:1";
const ENOSYS = "5:38";

test.each<[string, number, readonly number[]]>([
  // add_key request_key keyctl io_uring_setup open_by_handle_at syslog bpf perf_event_open userfaultfd
  ["x86_64", X86_64, [248, 249, 250, 425, 304, 103, 321, 298, 323]],
  ["i386", I386, [286, 287, 288, 425, 342, 103, 357, 336, 374]],
  ["aarch64", AARCH64, [217, 218, 219, 425, 265, 116, 280, 241, 282]],
  ["arm", ARM, [309, 310, 311, 425, 371, 103, 386, 364, 388]],
  ["riscv64", RISCV64, [217, 218, 219, 425, 265, 116, 280, 241, 282]],
])("%s: these calls fail, and no others do", (_, architecture, numbers) => {
  const denied = Array.from({ length: 1024 }, (_each, number) => number).filter(
    (number) => ask(architecture, number, 0, 0, 0) !== "allowed",
  );
  expect(denied).toEqual(numbers.toSorted((one, other) => one - other));
  expect(numbers.map((number) => ask(architecture, number, 7, 7, 7))).toEqual(numbers.map(() => EPERM));
});

test.each<[string, number, { readonly socket: number; readonly ioctl: number }]>([
  ["x86_64", X86_64, { socket: 41, ioctl: 16 }],
  ["i386", I386, { socket: 359, ioctl: 54 }],
  ["aarch64", AARCH64, { socket: 198, ioctl: 29 }],
  ["arm", ARM, { socket: 281, ioctl: 54 }],
])("%s: sockets out of a virtual machine and typing into a terminal fail", (_, architecture, { socket, ioctl }) => {
  const [AF_UNIX, AF_INET, AF_VSOCK] = [1, 2, 40];
  const [TIOCSTI, TIOCLINUX, TIOCGWINSZ] = [0x5412, 0x541c, 0x5413];
  expect([AF_UNIX, AF_INET, AF_VSOCK].map((family) => ask(architecture, socket, family, 1, 0))).toEqual([
    "allowed",
    "allowed",
    EPERM,
  ]);
  expect([TIOCGWINSZ, TIOCSTI, TIOCLINUX].map((request) => ask(architecture, ioctl, 0, request))).toEqual([
    "allowed",
    EPERM,
    EPERM,
  ]);
  // The kernel reads 32 bits of these.
  expect([ask(architecture, socket, 0xff_0000_0028n), ask(architecture, ioctl, 0, 0x1_0000_5412n)]).toEqual([
    EPERM,
    EPERM,
  ]);
});

test("i386: a socket whose kind cannot be seen is not made; the rest of socketcall works", () => {
  expect([1, 2, 3, 8].map((which) => ask(I386, 102, which, 0))).toEqual([EPERM, "allowed", "allowed", "allowed"]);
});

test("x32 and architectures that no table is for have no calls at all", () => {
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), fc.nat(1023), (architecture, number) => {
      expect(ask(X86_64, (X32 + number) | 0)).toBe(ENOSYS);
      const known = [X86_64, I386, AARCH64, ARM, RISCV64, 0xc0000102];
      if (!known.includes(architecture)) expect(ask(architecture, number)).toBe(ENOSYS);
    }),
  );
  expect([ask(X86_64, -1), ask(X86_64, X32 + 514, 0, 0x5412)]).toEqual([ENOSYS, ENOSYS]);
});

test("there is none for architectures with other numbers", () => {
  expect(["ppc64", "s390x", "mips64el", ""].map((name) => systemCallFilter(name))).toEqual([null, null, null, null]);
  expect(program.length % 8).toBe(0);
});
