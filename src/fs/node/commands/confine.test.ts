import { expect, test } from "vitest";
import { confine, type Look } from "./confine.ts";

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
