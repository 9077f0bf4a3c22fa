// Writing through the whole engine into a container's own files: journal, modes, undo while the container lives, and
// a receipt that tells the truth when the program in it dies under the commit's hands.

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { undo } from "../../src/commit/index.ts";
import type { Filesystem } from "../../src/fs/index.ts";
import { openContainer, type Container } from "../../src/fs/node/index.ts";
import { loadTool, runTool } from "../../src/tools/index.ts";
import { sandboxed, type Sandboxed } from "../support/sandboxed.ts";
import { bundlePrograms, containerMachine, engineSays, residentPid } from "./machine.ts";

// Engines are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const machine = containerMachine();
const { engine, image } = machine.kind === "ready" ? machine : { engine: "", image: "" };
const why = machine.kind === "ready" ? "" : ` (skipped: ${machine.why})`;

describe.skipIf(machine.kind !== "ready")(`a commit into a container${why}`, () => {
  let programs: Awaited<ReturnType<typeof bundlePrograms>>;
  let container: Container;
  beforeAll(async () => {
    programs = await bundlePrograms();
    container = openContainer({ image, engine, workdir: "/work", programs });
  });
  afterAll(async () => {
    await container?.close();
    programs?.remove();
  });
  const tool = async (context: Sandboxed, name: string, args: object) =>
    runTool((await loadTool(name))!, args, context);
  const sh = async (script: string): Promise<string> => {
    const ran = await container.run({ argv: ["sh", "-c", script], timeoutMs: 9000, maxBytes: 999 });
    return Buffer.from(ran.stdout).toString("utf8").trim();
  };

  test("keeps modes and bytes, and can be taken back as long as the container lives", async () => {
    const context = sandboxed({ backend: container.files, yes: true });
    await sh("printf 'one\\r\\ntwo' > a.txt; chmod 4751 a.txt; ln -s a.txt l");
    const edited = await tool(context, "edit_file", { path: "l", old_string: "one", new_string: "1" });
    expect(edited).toMatchObject({ success: true });
    expect(await sh("stat -c '%a %F' a.txt l; od -c a.txt | head -1")).toBe(
      "4751 regular file\n777 symbolic link\n0000000   1  \\r  \\n   t   w   o",
    );
    expect(await tool(context, "write_file", { path: "new/b.txt", content: "b\n" })).toMatchObject({ success: true });
    expect(await tool(context, "rm", { path: "new" })).toMatchObject({ success: true });
    const openRoot = ({ kind, name }: { kind: string; name?: string }) =>
      kind === "container" && name === container.name ? container.files.staging : null;
    for (const path of ["workspace/new/b.txt", "workspace/new/b.txt", "workspace/l"])
      expect(await undo({ state: context.state, receipt: null, openRoot })).toMatchObject({ restored: [path] });
    expect(await sh("stat -c %a a.txt; cat a.txt; ls")).toBe("4751\none\r\ntwoa.txt\nl");
  });

  test("reports the truth when the program dies during it", async () => {
    await container.files.write("c.txt", "old\n");
    // Dies while it is asked to replace the file.
    const { staging } = container.files;
    const dying: Filesystem = {
      ...container.files,
      staging: {
        ...staging,
        replace: async (path, temp, options) => {
          const pid = residentPid(engine, container.name);
          engineSays(engine, "exec", container.name, "kill", "-STOP", pid);
          const replaced = staging.replace(path, temp, options);
          setTimeout(() => engineSays(engine, "exec", container.name, "kill", "-9", pid), 50);
          return replaced;
        },
      },
    };
    const context = sandboxed({ backend: dying, yes: true });
    const result = await tool(context, "edit_file", { path: "c.txt", old_string: "old", new_string: "new" });
    const content = (await container.files.read("c.txt")).content;
    // The commit looks again: it says what stands there now, not what it feared.
    expect([result.success, content]).toEqual(result.success ? [true, "new\n"] : [false, "old\n"]);
    expect((await container.files.list()).entries.map(({ path }) => path)).toEqual(["a.txt", "c.txt", "l"]);
  });
});
