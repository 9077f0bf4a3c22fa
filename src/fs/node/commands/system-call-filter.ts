// System calls that reach out of a confined command although it sees no file and no network: kernel keyrings, sockets to
// the machine that hosts this one, the kernel's log. A program for seccomp that bubblewrap installs. Pure: nothing here
// calls the system. What is not in the table is allowed; mounting and namespaces are bubblewrap's to refuse.

/** Calls in the columns of their numbers; null where an architecture has none. They fail with EPERM. */
const DENIED_CALLS: readonly DeniedCall[] = [
  // The session keyring is the person's: Kerberos tickets, keys of encrypted folders. Changes to it last.
  { name: "add_key", x86: 248, i386: 286, generic: 217, arm: 309 },
  { name: "request_key", x86: 249, i386: 287, generic: 218, arm: 310 },
  { name: "keyctl", x86: 250, i386: 288, generic: 219, arm: 311 },
  // AF_VSOCK leads to the host of a virtual machine; a network namespace does not hold it.
  { name: "socket", x86: 41, i386: 359, generic: 198, arm: 281, when: { argument: 0, is: [40] } },
  // Its arguments are in memory, where no filter can look; 1 is socket.
  { name: "socketcall", x86: null, i386: 102, generic: null, arm: null, when: { argument: 0, is: [1] } },
  // Makes sockets without a call that could be filtered.
  { name: "io_uring_setup", x86: 425, i386: 425, generic: 425, arm: 425 },
  // TIOCSTI and TIOCLINUX type into a terminal and paste into a console.
  { name: "ioctl", x86: 16, i386: 54, generic: 29, arm: 54, when: { argument: 1, is: [0x5412, 0x541c] } },
  // Opens a file by its number, past every mount.
  { name: "open_by_handle_at", x86: 304, i386: 342, generic: 265, arm: 371 },
  // What the machine's kernel logged.
  { name: "syslog", x86: 103, i386: 103, generic: 116, arm: 103 },
  // Into the kernel itself, and never needed to build or test anything.
  { name: "bpf", x86: 321, i386: 357, generic: 280, arm: 386 },
  { name: "perf_event_open", x86: 298, i386: 336, generic: 241, arm: 364 },
  { name: "userfaultfd", x86: 323, i386: 374, generic: 282, arm: 388 },
];

type DeniedCall = {
  readonly name: string;
  /** Only with one of these values, of which the kernel reads 32 bits. */
  readonly when?: { readonly argument: number; readonly is: readonly number[] };
} & { readonly [column in Column]: number | null };

type Column = "x86" | "i386" | "generic" | "arm";

/** What the kernel calls an architecture in a filter, and the column of its numbers. */
const ARCHITECTURES: readonly { readonly audit: number; readonly column: Column }[] = [
  { audit: 0xc000003e, column: "x86" },
  { audit: 0x40000003, column: "i386" },
  { audit: 0xc00000b7, column: "generic" }, // 64-bit ARM
  { audit: 0x40000028, column: "arm" },
  { audit: 0xc00000f3, column: "generic" }, // 64-bit RISC-V
  { audit: 0xc0000102, column: "generic" }, // 64-bit LoongArch
];

/** As Node names them; all are little-endian. */
const KNOWN: readonly string[] = ["x64", "ia32", "arm64", "arm", "riscv64", "loong64"];

/** Null for an architecture whose calls have other numbers. */
export function systemCallFilter(architecture: string): Uint8Array | null {
  if (!KNOWN.includes(architecture)) return null;
  const blocks = ARCHITECTURES.flatMap(({ audit, column }) => {
    const block = [
      load(NUMBER),
      // x32: the same calls with other numbers, which hardly any kernel has.
      ...(column === "x86" ? [instruction(JUMP_IF_AT_LEAST, X32_BIT, { skipped: 1 }), fail(ENOSYS)] : []),
      ...DENIED_CALLS.flatMap((call) => denying(call, call[column])),
      ALLOW,
    ];
    return [unless(audit, block.length), ...block];
  });
  return Buffer.concat([load(ARCHITECTURE), ...blocks, fail(ENOSYS)]);
}

/** The number of the call is loaded before, and still is after. */
function denying({ when }: DeniedCall, number: number | null): readonly Uint8Array[] {
  if (number === null) return [];
  if (when === undefined) return [unless(number, 1), fail(EPERM)];
  const values = when.is.flatMap((value) => [unless(value, 1), fail(EPERM)]);
  return [unless(number, values.length + 2), load(ARGUMENTS + 8 * when.argument), ...values, ALLOW];
}

// Offsets in what a filter sees of a call.
const NUMBER = 0;
const ARCHITECTURE = 4;
const ARGUMENTS = 16;

const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const RETURN = 0x06;

const X32_BIT = 0x40000000;
const EPERM = 1;
const ENOSYS = 38;

const ALLOW = instruction(RETURN, 0x7fff0000);

function fail(errno: number): Uint8Array {
  return instruction(RETURN, 0x00050000 | errno);
}

function load(offset: number): Uint8Array {
  return instruction(LOAD, offset);
}

/** Skips instructions when the value is another one. */
function unless(value: number, skipped: number): Uint8Array {
  return instruction(JUMP_IF_EQUAL, value, { skipped });
}

function instruction(code: number, value: number, { skipped } = { skipped: 0 }): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  // A jump that is taken continues with the next one.
  bytes.writeUInt8(skipped, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
