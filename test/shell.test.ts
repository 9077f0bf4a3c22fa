// The shell and eval tools through the real command line, on this machine's real bubblewrap.

import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNotConfined } from "../src/fs/node/index.ts";
import { ensureBuilt, program } from "./built.ts";
import { without } from "./support/installed.ts";
import { runResident } from "./support/resident.ts";

const git = without("git");
const trouble = whyNotConfined() ?? (git.missing ? "git is not installed" : null);
let place: string;
let folder: string;

beforeAll(() => {
  ensureBuilt();
  place = mkdtempSync(join(tmpdir(), "galley-shell-"));
  folder = join(place, "w");
  mkdirSync(folder);
  if (!git.missing) execFileSync("git", ["init", "-q", folder]);
  writeFileSync(join(folder, "a.txt"), "one\n");
  writeFileSync(join(place, "secret.txt"), "secret\n");
});
afterAll(() => rmSync(place, { recursive: true }));

type Ran = { readonly code: number | null; readonly out: Record<string, unknown> & { value: Value; message: string } };
type Value = { exit_code: number | null; stdout: string; stderr: string; truncated: boolean; timed_out: boolean };

function galley(
  args: readonly string[],
  { config, env = {} }: { config?: object; env?: Record<string, string> } = {},
): Ran {
  const file = join(place, "config.json");
  writeFileSync(file, JSON.stringify({ sandboxes: { ws: { root: "w" } }, default_sandbox: "ws", ...config }));
  const { code, out } = runResident({
    args: ["tool", ...args, "--config", file],
    cwd: folder,
    input: "",
    env: { ...process.env, XDG_STATE_HOME: join(place, "state"), ...env },
  });
  return { code, out: JSON.parse(out) as Ran["out"] };
}

const run = (
  command: string,
  options: { timeout_ms?: number; cwd?: string; config?: object; env?: Record<string, string> } = {},
): Ran => {
  const { config, env, ...more } = options;
  return galley(["shell", JSON.stringify({ command, ...more }), "--yes"], {
    ...(config ? { config } : {}),
    ...(env ? { env } : {}),
  });
};

describe.skipIf(trouble !== null)(`confined${trouble === null ? "" : ` (skipped: ${trouble})`}`, () => {
  test("it runs in the sandbox's folder and reports what it changed", () => {
    const { code, out } = run("cat a.txt; echo two > b.txt; echo more >> a.txt; mkdir d; rm -f nothing");
    expect(code).toBe(0);
    expect(out.value).toEqual({ exit_code: 0, stdout: "one\n", stderr: "", truncated: false, timed_out: false });
    expect(out.message).toBe("It ended with exit code 0. It created b.txt; modified a.txt. Undo does not cover this.");
    expect(run("rm b.txt").out.message).toContain("It deleted b.txt.");
  });

  test("cwd is a folder of the sandbox", () => {
    expect(run("pwd", { cwd: "ws/d" }).out.value.stdout.trimEnd()).toMatch(/\/w\/d$/);
    expect(run("pwd", { cwd: "ws/none" }).out).toMatchObject({ success: false, error: { code: "NOT_FOUND" } });
    expect(run("pwd", { cwd: "../x" }).out).toMatchObject({ success: false, error: { code: "ESCAPE" } });
  });

  test("a command that fails has run", () => {
    const { code, out } = run("echo no >&2; exit 3");
    expect([code, out["success"], out.value.exit_code, out.value.stderr]).toEqual([1, true, 3, "no\n"]);
  });

  test("a command that ran out of time or was ended by a signal has failed too", () => {
    const late = run("sleep 30", { timeout_ms: 300 });
    expect([late.code, late.out["success"], late.out.value.timed_out]).toEqual([1, true, true]);
    const killed = run("kill -9 $$");
    expect([killed.code, killed.out["success"]]).toEqual([1, true]);
    expect(galley(["eval", '{"code":"process.exit(4)"}', "--yes"]).code).toBe(1);
    expect(galley(["eval", '{"code":"0"}', "--yes"]).code).toBe(0);
  });

  test("ctr-08: root cannot mount its way out, nor write anywhere else", () => {
    const target = join(place, "ESC");
    const { out } = run(`mount -o remount,rw,bind / ; touch ${target} /usr/ESC /etc/ESC /ESC`);
    expect(out.value.exit_code).not.toBe(0);
    expect([target, "/usr/ESC", "/etc/ESC", "/ESC"].filter((path) => existsSync(path))).toEqual([]);
  });

  test("the kernel's settings are not root's to write", () => {
    const { out } = run('f=/proc/sys/kernel/core_pattern; v=$(cat $f); echo "$v" > $f && echo wrote; touch /dev/x');
    expect(out.value.stdout).toBe("");
  });

  test("nothing that our own process was started with is inherited", () => {
    const config = join(place, "config.json");
    writeFileSync(config, JSON.stringify({ sandboxes: { ws: { root: "w" } }, default_sandbox: "ws" }));
    const command = "ls -ld /proc/self/fd/77 /proc/self/fd/77/; cat /proc/self/fd/77/secret.txt; true";
    const script = 'exec 77<"$1"; shift; exec "$@"';
    const words = [
      process.execPath,
      program,
      "tool",
      "shell",
      JSON.stringify({ command }),
      "--yes",
      "--config",
      config,
    ];
    const ran = spawnSync("bash", ["-c", script, "bash", place, ...words], {
      cwd: folder,
      encoding: "utf8",
      input: "",
      env: { ...process.env, XDG_STATE_HOME: join(place, "state") },
    });
    const { value } = JSON.parse(ran.stdout) as { value: Value };
    expect([value.exit_code, value.stdout.includes("secret"), value.stdout.includes(place)]).toEqual([0, false, false]);
  });

  test("a folder that is a link out of the root is no place to run in", () => {
    symlinkSync(place, join(folder, "out"));
    expect(run("ls", { cwd: "ws/out" }).out).toMatchObject({ success: false, error: { code: "SYMLINK" } });
    expect(run("cat out/secret.txt").out.value.stdout).toBe("");
    rmSync(join(folder, "out"));
  });

  test("programs of the workspace confine nothing and cannot be planted", () => {
    const programs = join(folder, "node_modules/.bin");
    mkdirSync(programs, { recursive: true });
    for (const name of ["bwrap", "git"]) {
      writeFileSync(join(programs, name), `#!/bin/sh\necho planted; touch ${join(place, "planted")}\n`);
      chmodSync(join(programs, name), 0o755);
    }
    const env = { PATH: `${programs}:.:node_modules/.bin:${process.env["PATH"]}` };
    const wrote = run("echo x > node_modules/.bin/new; mv node_modules other; true", { env });
    expect([existsSync(join(place, "planted")), existsSync(join(programs, "new"))]).toEqual([false, false]);
    expect(wrote.out["success"]).toBe(true);
    rmSync(join(folder, "node_modules"), { recursive: true });
  });

  test("a root with a home or the system in it is too wide to confine a command to", () => {
    mkdirSync(join(place, "home/me/.ssh"), { recursive: true });
    const config = { sandboxes: { ws: { root: "home/me" } } };
    const { out } = run("cat .ssh/id", { config, cwd: "ws" });
    expect([out["success"], out.message]).toEqual([false, expect.stringContaining("narrower root")]);
    const above = run("ls", { config: { sandboxes: { ws: { root: "home" } } }, env: { HOME: join(place, "home/me") } });
    expect(above.out["success"]).toBe(false);
  });

  test("a root with spaces, line breaks and a dash in its name is a root like any other", () => {
    const strange = "-o a\nb";
    mkdirSync(join(place, strange));
    const { out } = run("echo x > y; pwd", { config: { sandboxes: { ws: { root: strange } } }, cwd: "ws" });
    expect([out.value.stdout, existsSync(join(place, strange, "y"))]).toEqual([`${join(place, strange)}\n`, true]);
  });

  test("secrets cannot be read", () => {
    const { out } = run(
      `cat ${join(place, "secret.txt")} /etc/shadow ~/.ssh/id_rsa $HOME/.netrc /root/.bashrc /proc/1/environ; ls ${place}`,
    );
    expect(out.value.stdout).not.toContain("secret\n");
    expect(out.value.stdout.replaceAll(/\s/g, "")).toMatch(/^(PATH=[^\s]*)?.*w$/s);
  });

  test("there is no network", () => {
    expect(run("cat /proc/net/dev | grep -v -e lo: -e '|'; true").out.value.stdout).toBe("");
  });

  test("ctr-09: the environment is an allow-list", () => {
    const { out } = run("env", {
      env: { LD_PRELOAD: "", BASH_ENV: "/x", GIT_SSH_COMMAND: "x", TOKEN: "abc", LANG: "C" },
    });
    const names = out.value.stdout.split("\n").map((line) => line.split("=")[0]);
    expect(names.filter((name) => ["LD_PRELOAD", "BASH_ENV", "GIT_SSH_COMMAND", "TOKEN"].includes(name!))).toEqual([]);
    expect(names).toContain("LANG");
    const passed = run("env", { env: { TOKEN: "abc" }, config: { shell: { pass_environment: ["TOKEN"] } } });
    expect(passed.out.value.stdout).toContain("TOKEN=abc");
  });

  test("ctr-10: endless output is bounded and everything is ended", () => {
    const { out } = run("yes", { timeout_ms: 1500 });
    expect(out.value).toMatchObject({ exit_code: null, truncated: true, timed_out: true });
    expect(JSON.stringify(out).length).toBeLessThan(1_000_000);
  });

  test("what it leaves running ends with it", () => {
    const name = `late-${process.pid}`;
    const { out } = run(`setsid nohup sh -c 'echo $0; sleep 1000' ${name} & sleep 0.1`);
    expect(out.value.stdout).toBe(`${name}\n`);
    expect(runningCommands().filter((command) => command.includes(name))).toEqual([]);
  });

  test("a command is data: quotes, line breaks and options reach the shell as they are", () => {
    expect(run("printf '%s|' \"$0\" 'a b' \"it's\"\necho --version").out.value.stdout).toMatch(
      /^[^|]*\|a b\|it's\|--version\n$/,
    );
  });

  test("eval runs JavaScript outside our process", () => {
    const code =
      "import { readdirSync } from 'node:fs'; console.log(1 + 1, process.pid < 100, readdirSync('.').includes('a.txt'))";
    expect(galley(["eval", JSON.stringify({ code }), "--yes"]).out.value.stdout).toBe("2 true true\n");
    const thrown = galley(["eval", JSON.stringify({ code: "throw new Error('no')" }), "--yes"]).out;
    expect([thrown["success"], thrown.value.exit_code]).toEqual([true, 1]);
  });
});

/** The command line of every process. */
function runningCommands(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        return []; // It has ended meanwhile.
      }
    });
}

describe("who decides", () => {
  const plan = (command: string, config: object = {}): Record<string, unknown> =>
    galley(["shell", JSON.stringify({ command }), "--plan"], { config }).out;

  test.skipIf(trouble !== null)("nobody there is a no", () => {
    const { code, out } = galley(["shell", '{"command":"touch never"}']);
    expect([code, out["success"], existsSync(join(folder, "never"))]).toEqual([1, false, false]);
  });

  test.skipIf(trouble !== null)("the question binds command, folder, time and place", () => {
    expect(plan("ls")).toMatchObject({
      status: "needs_approval",
      reason: "commands always need approval",
      payload: { type: "shell", command: "ls", cwd: "ws", timeout_ms: 120_000, where: "confined", environment: {} },
    });
  });

  test.skipIf(trouble !== null)("flags and rules for files do not answer for commands", () => {
    const open = { sandboxes: { ws: { root: "w", write_approval: false } } };
    expect(plan("ls", open)["status"]).toBe("needs_approval");
    expect(plan("ls", { policy: [{ effect: "allow", path: "ws/**" }] })["status"]).toBe("needs_approval");
  });

  test("plainly on the machine only when the config says so, and --yes does not answer for it", () => {
    const config = { shell: { where: "host" } };
    const asked = plan("ls", config);
    expect(asked).toMatchObject({ status: "needs_approval", payload: { where: "host" } });
    expect(JSON.stringify(asked)).toContain("nothing confines it");
    expect(run("touch never", { config }).out).toMatchObject({ success: false, error: { code: "PROTECTED" } });
  });

  test("without bubblewrap the message says what to do", () => {
    const empty = join(place, "empty");
    mkdirSync(empty, { recursive: true });
    chmodSync(empty, 0o755);
    const { out } = run("ls", { env: { PATH: empty } });
    expect(out).toMatchObject({ success: false, error: { code: "FORBIDDEN" } });
    expect(out.message).toMatch(/bubblewrap is not installed.*"where": "host"/s);
  });

  test("a project's config has no say", () => {
    mkdirSync(join(folder, ".galley"), { recursive: true });
    writeFileSync(
      join(folder, ".galley", "config.json"),
      JSON.stringify({ shell: { where: "host", unasked: "read-only", safe_commands: ["touch"] } }),
    );
    try {
      expect(run("touch never", { config: { shell: { where: "confined" } } }).out.message).not.toContain(
        "nothing confines",
      );
      expect(plan("touch never")["status"]).not.toBe("pre_approved");
    } finally {
      rmSync(join(folder, ".galley"), { recursive: true });
      rmSync(join(folder, "never"), { force: true });
    }
  });

  test.each(["", "   ", "a\0b"])("%j is no command", (command) =>
    expect(run(command).out).toMatchObject({ success: false, error: { code: "INVALID_ARG" } }),
  );
});
