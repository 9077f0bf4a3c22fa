// A container as a sandbox of the command line: the tools work on its files, what cannot be taken back is said, and a
// galley that is killed leaves no container behind.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ensureBuilt, program } from "../built.ts";
import { block, Place } from "../support/galley.ts";
import { containerMachine, engineSays } from "./machine.ts";

// Engines are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const machine = containerMachine();
const { engine, image } = machine.kind === "ready" ? machine : { engine: "", image: "" };
const why = machine.kind === "ready" ? "" : ` (skipped: ${machine.why})`;

function place(): { readonly place: Place; readonly config: readonly string[] } {
  const made = new Place({ "ws/a.txt": "one\ntwo\n" });
  const container = { engine, image, workdir: "/work" };
  const sandboxes = { ws: { root: "work/ws", container }, box: { container } };
  const file = join(made.base, "galley.json");
  writeFileSync(file, JSON.stringify({ sandboxes, default_sandbox: "ws" }));
  return { place: made, config: ["--config", file] };
}

const running = (): string =>
  engineSays(engine, "ps", "--all", "--filter", "label=galley.owner", "--format", "{{.ID}} {{.Labels}}");

describe.skipIf(machine.kind !== "ready")(`galley with a container${why}`, () => {
  beforeAll(() => ensureBuilt(), 120_000);

  test("the tools work on files in the image; what is written is lost at the end, and that is said", () => {
    const { place: here, config } = place();
    const tool = (name: string, args: object) => here.json(["tool", name, JSON.stringify(args), ...config, "--yes"]);
    const gone = /What was changed in box is kept in its container and is gone when this command ends/;
    expect(tool("write_file", { path: "box/new/a.txt", content: "a\n" })).toMatchObject({
      code: 0,
      value: { success: true, value: 2, message: expect.stringMatching(gone) },
    });
    expect(tool("shell", { command: "touch made", cwd: "box" })).toMatchObject({
      value: { success: true, message: expect.stringMatching(gone) },
    });
    expect(tool("shell", { command: "true", cwd: "box" })).toMatchObject({
      value: { success: true, message: expect.not.stringMatching(gone) },
    });
    expect(tool("ls", { path: "box" })).toMatchObject({ code: 0, value: { value: [] } });
    expect(tool("read_file", { path: "box/new/a.txt" })).toMatchObject({ value: { error: { code: "NOT_FOUND" } } });
    const applied = here.json(["apply", ...config, "--yes"], { input: block("box/b.txt", "", "b\n") });
    expect(applied).toMatchObject({ code: 0, value: { files_created: ["box/b.txt"] } });
    const { receipt_id, warnings } = applied.value as { receipt_id: string | null; warnings: string[] };
    expect([receipt_id, warnings]).toEqual([null, [expect.stringMatching(gone)]]);
    expect(here.galley(["undo", ...config]).code).toBe(1);
    const [entry] = here.json(["log", "--all", ...config]).value as { receipt_id: string; undoable: boolean }[];
    expect(entry!.undoable).toBe(false);
    expect(here.json(["undo", entry!.receipt_id, ...config])).toMatchObject({
      code: 1,
      value: { restored: [], skipped: [{ path: "box/b.txt", reason: "its container is gone" }] },
    });
  });

  test("a mounted folder: edits are on this machine and can be taken back, commands see them", () => {
    const { place: here, config } = place();
    const tool = (name: string, args: object) => here.json(["tool", name, JSON.stringify(args), ...config, "--yes"]);
    const edited = tool("edit_file", { path: "ws/a.txt", old_string: "two", new_string: "three" });
    expect(edited).toMatchObject({ code: 0, value: { success: true } });
    const ran = tool("shell", { command: "cat a.txt; touch made", cwd: "ws" });
    expect(ran).toMatchObject({ code: 0, value: { value: { exit_code: 0, stdout: "one\nthree\n" } } });
    expect(here.tree()).toMatchObject({ "ws/a.txt": "one\nthree\n", "ws/made": "" });
    expect(here.json(["undo", ...config])).toMatchObject({ code: 0, value: { restored: ["a.txt"] } });
    expect(here.read("ws/a.txt")).toBe("one\ntwo\n");
    expect(tool("shell", { command: "ln -s /etc/shadow l", cwd: "ws" })).toMatchObject({ code: 0 });
    expect(tool("read_file", { path: "ws/l" })).toMatchObject({ code: 1, value: { error: { code: "SYMLINK" } } });
  });

  test("kill -9 leaves no container running", async () => {
    const { place: here, config } = place();
    const command = JSON.stringify({ command: "sleep 1000", cwd: "ws" });
    const galley = spawn(process.execPath, [program, "tool", "shell", command, ...config, "--yes"], {
      cwd: here.folder,
      stdio: "ignore",
      env: { ...process.env, XDG_STATE_HOME: join(here.base, "state") },
    });
    // Other tests have containers too: this one's are labelled with its process.
    const mine = () =>
      running()
        .split("\n")
        .filter((row) => row.includes(`"pid":${galley.pid},`))
        .map((row) => row.split(" ")[0]);
    for (let turn = 0; turn < 200 && mine().length === 0; turn += 1) await pause();
    expect(mine()).toHaveLength(1);
    galley.kill("SIGKILL");
    here.json(["tool", "ls", '{"path":"box"}', ...config]);
    expect(mine()).toEqual([]);
  });

  test("the doctor starts what the config names, and says what does not start", () => {
    const { place: here, config } = place();
    const containers = (): { readonly status: string; readonly found: string } => {
      const { checks } = here.json(["doctor", ...config]).value as {
        checks: { name: string; status: string; found: string }[];
      };
      return checks.find(({ name }) => name === "containers")!;
    };
    expect(containers()).toMatchObject({ status: "ok", found: expect.stringContaining("started: ws, box") });
    const missing = { sandboxes: { box: { container: { image: "localhost/no-such-image:1" } } } };
    writeFileSync(config[1]!, JSON.stringify(missing));
    expect(containers()).toMatchObject({ status: "broken", found: expect.stringContaining("is not on this machine") });
  });

  test("a config that cannot be used is refused with its reason", () => {
    const { place: here, config } = place();
    writeFileSync(config[1]!, JSON.stringify({ sandboxes: { box: { container: { image: "--privileged" } } } }));
    const refused = here.galley(["tool", "ls", '{"path":"box"}', ...config]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("is not an image name")]);
    writeFileSync(config[1]!, JSON.stringify({ sandboxes: { box: { container: { image: "a", netwerk: true } } } }));
    expect(here.galley(["tool", "ls", ...config]).err).toContain("network");
  });
});

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));
