import { expect, test } from "vitest";
import { confine, tooWide, type Confinement, type MachineQueries } from "./confine.ts";
import type { Layout } from "./layout.ts";
import { systemCallFilter } from "./system-call-filter.ts";

const look = (existing: readonly string[]): MachineQueries => ({
  exists: (path) => existing.includes(path),
  isDirectory: (path) => existing.includes(path),
  real: (path) => (path === "/bin" ? "/usr/bin" : path),
  architecture: "x64",
});

const argumentsOf = (confinement: Confinement, eyes: MachineQueries): readonly string[] =>
  confine("/usr/bin/bwrap", confinement, eyes).argv;

const call = {
  root: "/w",
  homes: ["/h"],
  cwd: "/w/src",
  environment: { PATH: "/usr/bin:/h/.nvm/v/bin:/h/bin:bin:/", A: "x y" },
  readable: ["/h/.pyenv", "relative"],
  layout: {
    root: "writable",
    mounts: [
      { kind: "writable", path: "a" },
      { kind: "read-only", path: "a/.envrc" },
      { kind: "read-only", path: ".git/commondir", from: "/tmp/closed" },
      { kind: "mask-file", path: "secret" },
      { kind: "mask-folder", path: "keys" },
    ],
  } satisfies Layout as Layout,
  argv: ["sh", "-c", "--version; rm"],
};

const given = argumentsOf(
  call,
  look(["/usr", "/bin", "/etc/passwd", "/h/.nvm/v/bin", "/h/.nvm/v/lib", "/h/bin", "/h/lib", "/h/.ssh", "/h/.pyenv"]),
);
const after = (option: string): (string | undefined)[][] =>
  given.flatMap((word, at) => (word === option ? [given.slice(at + 1, at + 3)] : []));

test.each(["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session", "--clearenv"])(
  "%s is always there",
  (option) => expect(given).toContain(option),
);

test("every capability is dropped", () => expect(after("--cap-drop")[0]![0]).toBe("ALL"));

test("the kernel's settings and the devices are read-only, after they are there", () => {
  for (const [option, path] of [
    ["--proc", "/proc"],
    ["--dev", "/dev"],
  ] as const) {
    const made = given.findIndex((word, at) => word === option && given[at + 1] === path);
    const closed = given.findIndex((word, at) => word === "--remount-ro" && given[at + 1] === path);
    expect([made >= 0, closed > made]).toEqual([true, true]);
  }
});

test.each(["/home", "/root/", "/tmp", "/var", "/etc", "/h"])("%s in PATH shows no home and no sockets", (folder) => {
  const words = argumentsOf(
    { ...call, environment: { PATH: folder }, readable: [] },
    look([folder, "/h/.ssh", "/var/lib"]),
  );
  const shown = words.filter((_, at) => words[at - 1] === "--ro-bind");
  expect(shown).toEqual(["/w/a/.envrc", "/tmp/closed", "/dev/null"]);
});

test.each<[string, string | null]>([
  ["/", "it contains parts of the system"],
  ["/usr", "it contains parts of the system"],
  ["/var", "it contains parts of the system"],
  ["/tmp", "it contains parts of the system"],
  ["/home", "it contains parts of the system"],
  ["/h", "it contains a home folder"],
  ["/h/me", "it is a home folder"],
  ["/h/other", "it is a home folder"],
  ["/h/me/project", null],
  ["/h/me2", null],
  ["/usr/src/project", null],
  ["/tmp/x", null],
])("a command confined to %s: %s", (root, expected) =>
  expect(tooWide({ root, homes: ["/h/me"] }, look(["/h/other/.ssh"]))).toBe(expected),
);

test("only the root can be written, as the layout says and in its order", () => {
  const from = given.indexOf("--bind");
  expect(given.slice(from, given.indexOf("--remount-ro", given.indexOf("/w/keys") + 3))).toEqual(
    [
      "--bind /w /w",
      "--bind /w/a /w/a",
      "--ro-bind /w/a/.envrc /w/a/.envrc",
      "--ro-bind /tmp/closed /w/.git/commondir",
      "--ro-bind /dev/null /w/secret",
      "--perms 0000 --tmpfs /w/keys --remount-ro /w/keys",
    ].flatMap((line) => line.split(" ")),
  );
});

test("a read-only workspace has nothing that can be written", () => {
  const words = argumentsOf({ ...call, layout: { root: "read-only", mounts: [] } }, look([]));
  expect(words.filter((word) => word === "--bind")).toEqual([]);
  expect(words.join(" ")).toContain("--ro-bind /w /w");
});

test("the root is seen under one name only: what is masked there is masked everywhere", () => {
  const named = { "/lib": "/usr/lib", "/h/link": "/w/tools", "/h/all": "/", "/h/own": "/h/own" };
  const eyes: MachineQueries = {
    ...look(["/usr", ...Object.keys(named)]),
    real: (path) => named[path as "/lib"] ?? path,
  };
  const words = argumentsOf({ ...call, environment: {}, readable: ["/h/link", "/h/all", "/h/own"] }, eyes);
  const shown = words.flatMap((word, at) =>
    ["--ro-bind", "--symlink"].includes(word) ? [words.slice(at, at + 3).join(" ")] : [],
  );
  expect(shown.slice(0, 4)).toEqual([
    "--ro-bind /usr /usr",
    "--symlink /usr/lib /lib",
    "--symlink /w/tools /h/link",
    "--ro-bind /h/own /h/own",
  ]);
});

test("programs outside the system can be read, homes cannot", () => {
  const readable = after("--ro-bind").map(([from]) => from);
  expect(readable).toEqual([
    "/usr",
    "/etc/passwd",
    "/h/.nvm/v/bin",
    "/h/.nvm/v/lib",
    "/h/bin",
    "/h/.pyenv",
    "/w/a/.envrc",
    "/tmp/closed",
    "/dev/null",
  ]);
});

test("the command is the last, after --, word for word", () => {
  expect(given.slice(-4)).toEqual(["--", "sh", "-c", "--version; rm"]);
  expect(after("--setenv")).toContainEqual(["A", "x y"]);
});

test("system calls are filtered with a program from descriptor 3, where there is one for the architecture", () => {
  const filtered = confine("/usr/bin/bwrap", call, look([]));
  expect(filtered.argv.slice(0, 3)).toEqual(["/usr/bin/bwrap", "--seccomp", "3"]);
  expect(filtered.third).toEqual(systemCallFilter("x64"));
  const other = confine("/usr/bin/bwrap", call, { ...look([]), architecture: "s390x" });
  expect([other.third, other.argv.includes("--seccomp")]).toEqual([null, false]);
});

test("a home in a folder of the system is not shown with it; its programs are", () => {
  const home = "/opt/service";
  const PATH = `${home}/.tools/v/bin:/opt/other/bin`;
  const eyes = look(["/opt", home, `${home}/.tools/v/bin`, "/opt/other/bin"]);
  const words = argumentsOf({ ...call, homes: [home], environment: { PATH }, readable: [] }, eyes);
  const shown = words.slice(words.indexOf("--ro-bind"), words.indexOf("--dir"));
  expect(shown.join(" ")).toBe(
    `--ro-bind /opt /opt --tmpfs ${home} --ro-bind ${home}/.tools/v/bin ${home}/.tools/v/bin`,
  );
  expect(words.join(" ")).toContain(`--remount-ro ${home} --remount-ro /`);
  for (const other of ["/usr/sbin", "/bin", "/opt", "/"])
    expect(argumentsOf({ ...call, homes: [other] }, eyes).join(" ")).not.toContain(`--tmpfs ${other} `);
});
