// Commands that are not run: each is refused before any question, and the message gives the true reason.

import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { CommandFolder, confinementTrouble } from "./support/commands.ts";

beforeAll(ensureBuilt);

const skip = confinementTrouble === null ? "" : ` (skipped: ${confinementTrouble})`;

describe.skipIf(confinementTrouble !== null)(`a root that is too wide${skip}`, () => {
  let here: CommandFolder;
  beforeAll(() => {
    here = new CommandFolder({ "me/a.txt": "one\n" });
    symlinkSync(here.root, join(here.base, "link"));
  });
  afterAll(() => here.remove());

  const CALL = '{"command":"echo evil > .bashrc"}';

  test.each<[string, (base: string) => { root: string; home: string }, string]>([
    ["is the home", (base) => ({ root: "w", home: join(base, "w") }), "it is a home folder"],
    ["is the home, by a link", (base) => ({ root: "w", home: join(base, "link") }), "it is a home folder"],
    ["is a link to the home", (base) => ({ root: "link", home: join(base, "w/") }), "it is a home folder"],
    ["contains the home", (base) => ({ root: "w", home: join(base, "w/me") }), "it contains a home folder"],
    ["will contain the home", (base) => ({ root: "w", home: join(base, "w/none/yet") }), "it contains a home folder"],
    ["is the system", () => ({ root: "/", home: "/nonexistent" }), "it contains parts of the system"],
  ])("a sandbox that %s", (_, placesIn, why) => {
    const { root, home } = placesIn(here.base);
    const options = { config: { sandboxes: { ws: { root } } }, env: { HOME: home } };
    const message = expect.stringMatching(new RegExp(`^shell is not run: .*because ${why}.*narrower root`));
    const refused = { success: false, message, error: { code: "FORBIDDEN" } };
    // With and without someone's yes, and when nothing would be done at all.
    expect(here.tool(["shell", CALL, "--yes"], options).out).toMatchObject(refused);
    expect(here.tool(["shell", CALL], options).out).toMatchObject(refused);
    const plan = here.tool(["shell", CALL, "--plan"], options).out;
    expect(plan).toMatchObject({ status: "blocked", reason: message });
    expect(existsSync(join(here.root, ".bashrc"))).toBe(false);
  });

  test("eval is refused in the same way, and says its own name", () => {
    const options = { config: { sandboxes: { ws: { root: "w" } } }, env: { HOME: here.root } };
    const { out } = here.tool(["eval", '{"code":"1"}', "--yes"], options);
    expect(out.message).toMatch(/^eval is not run: .*it is a home folder/);
  });

  test("a folder of a home is no home", () => {
    const env = { HOME: here.root };
    mkdirSync(join(here.root, "me/project"), { recursive: true });
    const { code, out } = here.run("echo fine", { config: { sandboxes: { ws: { root: "w/me/project" } } }, env });
    expect([code, out.value.stdout]).toEqual([0, "fine\n"]);
  });
});

describe("no one to ask", () => {
  let here: CommandFolder;
  beforeAll(() => {
    here = new CommandFolder();
  });
  afterAll(() => here.remove());

  test("a command on the host: it is the place that no flag answers for", () => {
    const { code, out } = here.run("echo x", { config: { shell: { where: "host" } } });
    expect([code, out.message]).toEqual([
      1,
      expect.stringContaining("no flag answers for a command outside a sandbox"),
    ]);
    expect(out.message).not.toContain("protected");
  });

  test.skipIf(confinementTrouble !== null)("a root that contains galley's own state says that", () => {
    const { out } = here.run("echo x", { env: { XDG_STATE_HOME: join(here.root, "state") } });
    expect(out).toMatchObject({ error: { code: "PROTECTED" } });
    expect(out.message).toMatch(/^ws: galley's own state or config is in this sandbox/);
    expect(out.message).not.toContain("the path is protected");
  });

  test.skipIf(confinementTrouble !== null)("a command that starts in a protected folder says that", () => {
    mkdirSync(join(here.root, ".vscode"), { recursive: true });
    const { out } = here.run("echo x", { cwd: "ws/.vscode" });
    expect(out.message).toMatch(/^ws\/\.vscode: the folder it would start in is protected/);
  });

  test("a change to galley's own state says that too", () => {
    const call = ["write_file", '{"path":"state/galley/rules.json","content":"{}"}', "--yes"];
    const { out } = here.tool(call, { env: { XDG_STATE_HOME: join(here.root, "state") } });
    expect(out["success"]).toBe(false);
  });
});
