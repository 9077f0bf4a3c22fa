// Programs that Galley starts by name are never taken from a folder of the workspace, whatever PATH says.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { block, Place } from "./support/galley.ts";

beforeAll(ensureBuilt);

const NAMES = "git bwrap podman docker runc crun rg vi less stty ps my-editor sh node".split(" ");

/** A workspace whose folder `bin` holds a program under every name; each leaves a mark. */
function trapped(): { readonly place: Place; readonly marks: () => string; readonly PATH: string } {
  const place = new Place({ "a.txt": "one\n" });
  const mark = join(place.base, "mark");
  mkdirSync(join(place.folder, "bin"));
  for (const name of NAMES) {
    const path = join(place.folder, "bin", name);
    writeFileSync(path, `#!/bin/sh\necho "$0 $*" >> '${mark}'\nexit 0\n`);
    chmodSync(path, 0o755);
  }
  symlinkSync(join(place.folder, "bin"), join(place.base, "linked"));
  const PATH = `${join(place.base, "linked")}:${join(place.folder, "bin")}:bin::${process.env["PATH"]}`;
  return { place, marks: () => (existsSync(mark) ? readFileSync(mark, "utf8") : ""), PATH };
}

describe("no program of the workspace runs", () => {
  test("for the doctor", () => {
    const { place, marks, PATH } = trapped();
    place.galley(["doctor"], { env: { PATH } });
    expect(marks()).toBe("");
  });

  test("as a container engine", () => {
    const { place, marks, PATH } = trapped();
    const config = join(place.base, "config.json");
    writeFileSync(config, JSON.stringify({ sandboxes: { box: { container: { image: "galley-no-such-image" } } } }));
    const ran = place.galley(["tool", "ls", '{"path":"box"}', "--config", config, "--json"], { env: { PATH } });
    expect([marks(), ran.code]).toEqual(["", 1]);
  });

  test("as a container engine that the config names", () => {
    const { place, marks, PATH } = trapped();
    const config = join(place.base, "config.json");
    const container = { image: "galley-no-such-image", engine: "my-editor" };
    writeFileSync(config, JSON.stringify({ sandboxes: { box: { container } } }));
    const ran = place.galley(["tool", "ls", '{"path":"box"}', "--config", config, "--json"], { env: { PATH } });
    expect([marks(), ran.code]).toEqual(["", 1]);
    expect(ran.out).toContain("my-editor");
  });

  test.each([
    ["by name", "my-editor"],
    ["by nothing, which means vi", ""],
  ])("as an editor that is named %s", (_, EDITOR) => {
    const { place, marks, PATH } = trapped();
    place.galley(["apply", "--yes"], { input: block("a.txt", "one\n", "two\n") });
    // Outside there is only what the test itself needs, so that no real editor opens.
    mkdirSync(join(place.base, "system"));
    symlinkSync("/usr/bin/setsid", join(place.base, "system/setsid"));
    const only = PATH.replace(process.env["PATH"]!, join(place.base, "system"));
    const ran = place.galley(["edit-last"], { env: { PATH: only, EDITOR } });
    expect(marks()).toBe("");
    expect(ran.code).not.toBe(0);
    expect(ran.out + ran.err).toMatch(/outside the workspace/);
  });

  test("of another sandbox, for staging and for the doctor", () => {
    const { place, marks, PATH } = trapped();
    const app = join(place.base, "app");
    mkdirSync(app);
    writeFileSync(join(app, "a.txt"), "one\n");
    for (const args of [
      ["init", "-q"],
      ["add", "."],
    ])
      execFileSync("git", args, { cwd: app });
    const config = join(place.base, "config.json");
    const sandboxes = { app: { root: "app" }, docs: { root: "work" } };
    writeFileSync(config, JSON.stringify({ sandboxes, default_sandbox: "app" }));
    const options = { input: block("a.txt", "one\n", "two\n"), env: { PATH } };
    const { out } = place.galley(["apply", "--yes", "--json", "--config", config, "--root", app], options);
    place.galley(["doctor", "--config", config, "--root", app], { env: { PATH } });
    expect([marks(), (JSON.parse(out) as { staged: unknown }).staged]).toEqual(["", ["a.txt"]]);
  });

  test("by an editor that starts another program", () => {
    const { place, marks, PATH } = trapped();
    place.galley(["apply", "--yes"], { input: block("a.txt", "one\n", "two\n") });
    place.galley(["edit-last"], { env: { PATH, EDITOR: "env my-editor" } });
    expect(marks()).toBe("");
  });

  test("an editor that is named by its path is the person's own", () => {
    const { place, marks, PATH } = trapped();
    place.galley(["apply", "--yes"], { input: block("a.txt", "one\n", "two\n") });
    place.galley(["edit-last"], { env: { PATH, EDITOR: join(place.folder, "bin/my-editor") } });
    expect(marks()).toContain("bin/my-editor");
  });
});
