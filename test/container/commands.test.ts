// Commands in a container that a folder of this machine is mounted into: what they must not change or see there, as for
// confined commands. Against a real container.

import fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isProtected } from "../../src/approval/index.ts";
import type { CommandCall, CommandPlace, PathRules } from "../../src/fs/index.ts";
import { openContainer, openContainerPlace, type Container } from "../../src/fs/node/index.ts";
import { folderWith } from "../support/folder-with.ts";
import { bundlePrograms, containerMachine } from "./machine.ts";

// Engines are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const machine = containerMachine();
const { engine, image } = machine.kind === "ready" ? machine : { engine: "", image: "" };
const why = machine.kind === "ready" ? "" : ` (skipped: ${machine.why})`;
let programs: Awaited<ReturnType<typeof bundlePrograms>>;
const open: Container[] = [];

const rules: PathRules = {
  isProtected: (path) => isProtected(path),
  access: (path) => ({
    read: /^(secret\.txt|keys\/.*)$/.test(path) ? "deny" : path === "private.txt" ? "ask" : "allow",
    write: path.startsWith("locked/") ? "deny" : "allow",
  }),
};
const FILES = {
  ".git/config": "[core]\n",
  ".envrc": "old",
  "sub/.vscode/tasks.json": "{}",
  "secret.txt": "S1",
  "keys/deep/k": "S2",
  "private.txt": "S3",
  "locked/l": "l",
  "a.txt": "a\n",
};

function placeIn(root: string | null, options: { network?: boolean } = {}): CommandPlace {
  const holds = root === null ? { kind: "image" as const } : { kind: "folder" as const, folder: root };
  const container = openContainer({ image, engine, workdir: "/work", programs, holds, ...options });
  open.push(container);
  return openContainerPlace(container, { rules, ...(root === null ? {} : { folder: { root, gitWritable: false } }) });
}

const sh = (place: CommandPlace, script: string, more: Partial<CommandCall> = {}): ReturnType<CommandPlace["run"]> =>
  place.run({
    argv: ["sh", "-c", script],
    cwd: "",
    environment: {},
    workspace: "writable",
    asked: true,
    input: "",
    timeoutMs: 20_000,
    ...more,
  });

describe.skipIf(machine.kind !== "ready")(`commands in a container${why}`, () => {
  beforeAll(async () => {
    programs = await bundlePrograms();
  });
  afterAll(async () => {
    await Promise.all(open.map((container) => container.close()));
    programs?.remove();
  });

  test("what other programs run later stays as it is; what a rule denies is masked", async () => {
    const root = folderWith(FILES);
    fs.linkSync(join(root, "secret.txt"), join(root, "other-name.txt"));
    fs.symlinkSync("/etc", join(root, ".idea"));
    const place = placeIn(root);
    const { stdout, changed, notes } = await sh(
      place,
      `cat secret.txt other-name.txt keys/deep/k; ls keys; echo x > .git/commondir; echo x >> .git/config; mv .git g; echo x > .envrc;
       mv sub s2; echo x > sub/.vscode/n; echo x > locked/l; mv keys k2; rm secret.txt; echo x > free.txt; mkdir .zed; cat private.txt`,
    );
    expect(stdout).toBe("S3");
    const untouched = Object.entries(FILES).filter(
      ([name, content]) => fs.readFileSync(join(root, name), "utf8") !== content,
    );
    expect(untouched).toEqual([]);
    expect(changed).toMatchObject({
      created: ["free.txt"],
      guarded: { created: [".zed/"], modified: [], deleted: [] },
    });
    expect(notes.join()).toContain("masked");
    // What appeared meanwhile is guarded in the next command: the container is made anew for it.
    fs.writeFileSync(join(root, ".npmrc"), "old");
    const next = await sh(place, "echo x > .npmrc; echo x > .zed/new; echo y > free.txt; cat free.txt");
    expect([next.stdout, fs.readFileSync(join(root, ".npmrc"), "utf8"), fs.readdirSync(join(root, ".zed"))]).toEqual([
      "y\n",
      "old",
      [],
    ]);
  });

  test("without a yes nothing is written, nothing that would be asked about is seen, and there is no network", async () => {
    const root = folderWith(FILES);
    const place = placeIn(root, { network: true });
    expect(await place.whyAsk()).toBeNull();
    const script =
      "cat private.txt secret.txt; cat a.txt; echo x > new; ls /sys/class/net | grep -v lo; echo t > /tmp/t && cat /tmp/t";
    const ran = await sh(place, script, { workspace: "read-only", asked: false });
    expect(ran.stdout).toBe("a\nt\n");
    expect(fs.existsSync(join(root, "new"))).toBe(false);
    expect(ran.changed).toMatchObject({ created: [], modified: [], deleted: [] });
  });

  test("a process that outlived its command would write what is never listed: it ends first", async () => {
    const root = folderWith(FILES);
    const place = placeIn(root);
    const late = "sleep 0.3; mkdir .vscode; echo x > .vscode/tasks.json; mkdir -p n/.git; echo x > n/.git/config";
    const { changed } = await sh(
      place,
      `env -i setsid sh -c 'env -i setsid sh -c "${late}" &' >/dev/null 2>&1 </dev/null`,
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(changed?.guarded.created).toEqual([]);
    expect([fs.existsSync(join(root, ".vscode")), fs.existsSync(join(root, "n"))]).toEqual([false, false]);
  });

  test("a command that ends every process is reported with what it changed", async () => {
    const root = folderWith(FILES);
    const { lost, changed } = await sh(placeIn(root), "mkdir .vscode; echo x > .vscode/x; kill -9 -1");
    expect(lost).toContain("While the command ran");
    expect(changed?.guarded.created).toEqual([".vscode/"]);
  });

  test("the image's own files cannot be mounted read-only, so every command is asked about", async () => {
    const place = placeIn(null);
    expect(await place.whyAsk()).toContain("cannot be mounted read-only");
    const { changed } = await sh(place, "echo > .envrc; echo > a; mkdir -p .git; echo > .git/config");
    expect(changed).toMatchObject({ created: ["a"], guarded: { created: [".envrc", ".git/config"] } });
  });
});
