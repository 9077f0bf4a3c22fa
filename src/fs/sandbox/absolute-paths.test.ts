// CONTRACT: an absolute host path inside a host sandbox's root means that file; any other is UNKNOWN_SANDBOX.

import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GalleyError } from "../../base/index.ts";
import { createMemoryFiles, createSandbox, type Sandbox, type SandboxRoot } from "../index.ts";
import { openHostFiles, type HostFiles } from "../node/index.ts";

let base = "";
let opened: HostFiles[] = [];
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "galley-absolute-")));
  for (const name of ["ws/sub/in.txt", "ws/ok.txt", "ws-secret/s.txt", "other/o.txt"]) {
    fs.mkdirSync(join(base, name, ".."), { recursive: true });
    fs.writeFileSync(join(base, name), `${name}\n`);
  }
  fs.symlinkSync(join(base, "ws"), join(base, "link"));
});
afterEach(() => {
  for (const files of opened) files.close();
  opened = [];
  fs.rmSync(base, { recursive: true });
});

function hostRoot(name: string, folder: string, spelled: readonly string[] = []): SandboxRoot {
  const files = openHostFiles({ root: join(base, folder) });
  opened.push(files);
  return { name, files, mode: "rw", suffixes: null, maxFileBytes: null, hostFolders: spelled };
}

/** The canonical path, or the code and the message. */
function resolved(sandbox: Sandbox, path: string): string {
  try {
    return sandbox.resolve(path).path;
  } catch (error) {
    if (error instanceof GalleyError) return error.code;
    throw error;
  }
}

describe.each([
  ["with a default sandbox", "ws"],
  ["without one", null],
])("%s", (_, defaultRoot) => {
  const make = (): Sandbox =>
    createSandbox({ roots: [hostRoot("ws", "link", [join(base, "link")]), hostRoot("extra", "other")], defaultRoot });

  test.each<[string, (base: string) => string, string]>([
    ["a file", (at) => `${at}/ws/ok.txt`, "ws/ok.txt"],
    ["a file below", (at) => `${at}/ws/sub/in.txt`, "ws/sub/in.txt"],
    ["a file that does not exist yet", (at) => `${at}/ws/new/file.txt`, "ws/new/file.txt"],
    ["the root itself", (at) => `${at}/ws`, "ws"],
    ["the root as a folder", (at) => `${at}/ws/`, "ws"],
    ["the root as it was given, through a link", (at) => `${at}/link/ok.txt`, "ws/ok.txt"],
    ["another sandbox's file", (at) => `${at}/other/o.txt`, "extra/o.txt"],
    ["slashes twice", (at) => `/${at}//ws///ok.txt`, "ws/ok.txt"],
    ["dots", (at) => `${at}/./ws/./sub/../ok.txt`, "ws/ok.txt"],
    ["up and out", (at) => `${at}/ws/../ws-secret/s.txt`, "ESCAPE"],
    ["up, out and in again", (at) => `${at}/ws/../ws/ok.txt`, "ESCAPE"],
    ["a folder whose name only begins the same", (at) => `${at}/ws-secret/s.txt`, "UNKNOWN_SANDBOX"],
    ["the folder above", (at) => at, "UNKNOWN_SANDBOX"],
    ["elsewhere", () => "/etc/passwd", "UNKNOWN_SANDBOX"],
    ["a way in through another folder", (at) => `${at}/other/../ws/ok.txt`, "ESCAPE"],
    ["a way in through no sandbox", (at) => `${at}/none/../ws/ok.txt`, "UNKNOWN_SANDBOX"],
    ["the sandbox's name after a slash", () => "/ws/ok.txt", "ws/ok.txt"],
    ["a backslash", (at) => `${at}/ws\\ok.txt`, "INVALID_PATH"],
    ["a control character", (at) => `${at}/ws/o\u0007k.txt`, "INVALID_PATH"],
  ])("%s", (__, path, expected) => expect(resolved(make(), path(base))).toBe(expected));

  test("the file is read and written under its own name, and no message shows where the root is", async () => {
    const sandbox = make();
    const { path } = sandbox.resolve(`${base}/ws/new.txt`);
    await sandbox.write(path, "new\n");
    expect(fs.readFileSync(join(base, "ws/new.txt"), "utf8")).toBe("new\n");
    await expect(sandbox.read(sandbox.resolve(`${base}/ws/none.txt`).path)).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(base) }),
    );
  });
});

describe("a sandbox with the name of the first folder of a host path", () => {
  /** The sandbox `name` holds the folders of the other root's own path, so that both readings may exist. */
  const make = (has: { readonly named: boolean }): { sandbox: Sandbox; path: string; first: string } => {
    const path = join(base, "ws/ok.txt");
    const [first = "", ...rest] = path.split("/").filter((part) => part !== "");
    const files = createMemoryFiles({ files: has.named ? { [rest.join("/")]: "named\n" } : {} });
    const named: SandboxRoot = { name: first, files, mode: "rw", suffixes: null, maxFileBytes: null };
    return { sandbox: createSandbox({ roots: [hostRoot("ws", "ws"), named], defaultRoot: null }), path, first };
  };

  test("the one that exists is meant", () => {
    const { sandbox, path } = make({ named: false });
    expect(resolved(sandbox, path)).toBe("ws/ok.txt");
    fs.rmSync(path);
    const other = make({ named: true });
    expect(resolved(other.sandbox, other.path)).toBe(other.path.slice(1));
  });

  test("where both exist, or neither, it is refused and both are named", () => {
    const both = make({ named: true });
    const message = `means two files: ws/ok.txt and ${both.path.slice(1)}. Write one of these.`;
    expect(() => both.sandbox.resolve(both.path)).toThrow(expect.objectContaining({ code: "INVALID_PATH" }));
    expect(() => both.sandbox.resolve(both.path)).toThrow(message);
    const neither = make({ named: false });
    expect(() => neither.sandbox.resolve(join(base, "ws/none.txt"))).toThrow("means two files");
  });

  test("an implicit name gives way", () => {
    const path = join(base, "ws/new.txt");
    const [first = ""] = path.split("/").filter((part) => part !== "");
    const sandbox = createSandbox({ roots: [hostRoot(first, "ws")], defaultRoot: first, implicit: true });
    expect(resolved(sandbox, path)).toBe(`${first}/new.txt`);
    expect(resolved(sandbox, join(base, "ws/ok.txt"))).toBe(`${first}/ok.txt`);
  });
});

test("memory has no host folder", () => {
  const files = createMemoryFiles({ files: { "a.txt": "a\n" } });
  const sandbox = createSandbox({
    roots: [{ name: "m", files, mode: "rw", suffixes: null, maxFileBytes: null }],
    defaultRoot: "m",
  });
  expect([resolved(sandbox, "/a.txt"), resolved(sandbox, "/m/a.txt")]).toEqual(["UNKNOWN_SANDBOX", "m/a.txt"]);
});
