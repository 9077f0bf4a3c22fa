import { expect, test } from "vitest";
import { confine, tooWide, type Look } from "./confine.ts";

const look = (existing: readonly string[]): Look => ({
  exists: (path) => existing.includes(path),
  isDirectory: (path) => existing.includes(path),
  real: (path) => (path === "/bin" ? "/usr/bin" : path),
});

const call = {
  root: "/w",
  cwd: "/w/src",
  environment: { PATH: "/usr/bin:/h/.nvm/v/bin:/h/bin:bin:/", A: "x y" },
  readable: ["/h/.pyenv", "relative"],
  fixed: ["/w/.git/config"],
  argv: ["sh", "-c", "--version; rm"],
};

const given = confine(
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
  const words = confine(
    { ...call, environment: { PATH: folder }, readable: [] },
    look([folder, "/h/.ssh", "/var/lib"]),
  );
  expect(words.filter((_, at) => words[at - 1] === "--ro-bind")).toEqual(["/w/.git/config"]);
});

test.each<[string, string | null]>([
  ["/", "it holds parts of the system"],
  ["/usr", "it holds parts of the system"],
  ["/var", "it holds parts of the system"],
  ["/tmp", "it holds parts of the system"],
  ["/home", "it holds parts of the system"],
  ["/h", "it holds a home"],
  ["/h/me", "it is a home"],
  ["/h/me/project", null],
  ["/h/me2", null],
  ["/usr/src/project", null],
  ["/tmp/x", null],
])("a command confined to %s: %s", (root, expected) =>
  expect(tooWide({ root, homes: ["/h/me"] }, look(["/h/me/.ssh"]))).toBe(expected),
);

test("only the root can be written, and not what is fixed in it", () => {
  // A folder that is mounted over itself cannot be moved away and replaced by a copy.
  expect(after("--bind")).toEqual([
    ["/w", "/w"],
    ["/w/.git", "/w/.git"],
  ]);
  expect(after("--ro-bind").at(-1)).toEqual(["/w/.git/config", "/w/.git/config"]);
  expect(given.indexOf("--bind")).toBeLessThan(given.lastIndexOf("--ro-bind"));
});

test("programs outside the system can be read, homes cannot", () => {
  const readable = after("--ro-bind").map(([from]) => from);
  expect(readable).toEqual([
    "/usr",
    "/usr/bin",
    "/etc/passwd",
    "/h/.nvm/v/bin",
    "/h/.nvm/v/lib",
    "/h/bin",
    "/h/.pyenv",
    "/w/.git/config",
  ]);
});

test("the command is the last, after --, word for word", () => {
  expect(given.slice(-4)).toEqual(["--", "sh", "-c", "--version; rm"]);
  expect(after("--setenv")).toContainEqual(["A", "x y"]);
});
