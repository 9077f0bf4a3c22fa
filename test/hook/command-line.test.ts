// The command line that install writes, given to shells as agents do: what it ends with when galley is not there.

import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { denyingHookCommand, HOOK_HOSTS, hookCommand, PASSED_VARIABLES, type Launch } from "../../src/install/index.ts";
import { scratchFolder } from "../support/temporary-folder.ts";

const SHELLS = ["sh", "bash", "dash", "zsh", "fish"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);

/** `start`: the words that start galley. */
function run(shell: string, start: Launch, input = "") {
  const line = denyingHookCommand({ launch: start, host: "codex", seconds: 600, folders: null });
  const { status, stdout, stderr } = spawnSync(shell, ["-c", line], { input, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

test.each(SHELLS)("%s: what galley answers is passed on", (shell) => {
  expect(run(shell, ["sh", "-c", "cat; echo $*", "it's"], "the answer, ")).toEqual({
    status: 0,
    out: "the answer, hook codex --limit 600\n",
    err: "",
  });
});

describe.each(SHELLS)("%s denies", (shell) => {
  test.each<[string, Launch]>([
    ["is missing", ["/no/such/galley"]],
    ["cannot be run", ["/etc/passwd"]],
    ["fails", ["sh", "-c", "exit 1"]],
    ["is killed", ["sh", "-c", "kill -9 $$"]],
  ])("when galley %s: exit code 2 with a text, which every agent takes for a denial", (_, start) => {
    const { status, err } = run(shell, start);
    expect(status).toBe(2);
    expect(err).toContain("Galley did not allow this.");
  });
});

const WATCHERS = ["perl", "timeout"];

/** As where only these watchers are installed. */
const runWith = (watchers: readonly string[], start: Launch, seconds: number, environment: NodeJS.ProcessEnv = {}) => {
  const missing = WATCHERS.filter((name) => !watchers.includes(name));
  const line = missing.reduce(
    (text, name) => text.replaceAll(`/usr/bin/${name}`, `/no/such/${name}`),
    denyingHookCommand({ launch: start, host: "codex", seconds, folders: null }),
  );
  const env = { PATH: process.env["PATH"], ...environment };
  return spawnSync("/bin/sh", ["-c", line], { input: "the answer, ", encoding: "utf8", env });
};

test("what a project's variables and its PATH name is not run in place of it", () => {
  const folder = scratchFolder("planted");
  for (const name of ["sh", "perl", "timeout"]) {
    writeFileSync(join(folder, name), "#!/bin/sh\nexit 0\n");
    chmodSync(join(folder, name), 0o755);
  }
  writeFileSync(join(folder, "X.pm"), "BEGIN { exit 0 } 1;\n");
  writeFileSync(join(folder, "x.cjs"), "process.exit(0);\n");
  const env = {
    PATH: `${folder}:${process.env["PATH"]}`,
    PERL5OPT: "-MX",
    PERL5LIB: folder,
    NODE_OPTIONS: `--require ${join(folder, "x.cjs")}`,
  };
  for (const watchers of [["perl"], ["timeout"], []]) {
    const ran = runWith(watchers, [process.execPath, "-e", "process.exit(1)", "--"], 600, env);
    expect([ran.status, ran.stderr]).toEqual([2, "Galley did not allow this.\n"]);
  }
});

/** Each shell, with what makes it the /bin/sh of the line. */
const SYSTEM_SHELLS = ["/bin/sh", "/bin/bash", "/bin/dash", "/bin/busybox sh"].filter(
  (shell) => spawnSync("/bin/sh", ["-c", `${shell} -c :`]).status === 0,
);

describe.each(SYSTEM_SHELLS)("with %s for /bin/sh", (shell) => {
  test.each([
    ["before a tool", denyingHookCommand],
    ["after a tool", hookCommand],
  ])("%s: galley gets the variables that it reads, as they are, and no other", (_, command) => {
    const odd = `it's "two"  $(exit 3) \\ \n*`;
    const given = Object.fromEntries(
      PASSED_VARIABLES.map((name) => [name, name === "PATH" ? "/no" : `${name} ${odd}`]),
    );
    const planted = {
      NODE_OPTIONS: "--require /x.cjs",
      OPENSSL_CONF: "/x",
      NODE_COMPILE_CACHE: "/x",
      n: "x",
      IFS: "_",
    };
    const folder = scratchFolder("a=b");
    const node = join(folder, "node=20");
    symlinkSync(process.execPath, node);
    const show = "const { PWD, OLDPWD, SHLVL, _, ...env } = process.env; console.log(JSON.stringify(env))";
    const line = command({ launch: [node, "-e", show, "--"], host: "codex", seconds: 60, folders: null }).replaceAll(
      "/bin/sh -c",
      `${shell} -c`,
    );
    const env = { ...given, ...planted, "BASH_FUNC_[%%": "() { exit 0; }", "BASH_FUNC_echo%%": "() { exit 0; }" };
    const ran = spawnSync("/bin/sh", ["-c", line], { encoding: "utf8", env });
    expect(ran.status).toBe(0);
    expect(JSON.parse(ran.stdout)).toEqual(given);
  });

  test("what is not set stays so", () => {
    const line = hookCommand({ launch: ["/usr/bin/env"], host: "codex", seconds: 60, folders: null }).replaceAll(
      "/bin/sh -c",
      `${shell} -c`,
    );
    const ran = spawnSync("/bin/sh", ["-c", line.replace(/hook codex.*/, "")], {
      encoding: "utf8",
      env: { PATH: "/no", HOME: "" },
    });
    const own = /^(?:PWD|OLDPWD|SHLVL|_)=/;
    expect(ran.stdout.split("\n").filter((name) => name !== "" && !own.test(name))).toEqual(["HOME=", "PATH=/no"]);
  });
});

describe.each([[["perl"]], [["timeout"]], [["perl", "timeout"]]])("where there is %j", (programs) => {
  test("a galley that is stopped is killed in time, and denies", () => {
    const note = join(scratchFolder("stopped"), "process");
    const started = performance.now();
    const ran = runWith(programs, ["sh", "-c", `echo $$ > ${note}; kill -STOP $$`], 8);
    expect({ code: ran.status, out: ran.stdout }).toEqual({ code: 2, out: "" });
    expect(ran.stderr).toContain("Galley did not allow this.");
    // Not before the hook itself would have ended.
    expect(performance.now() - started).toBeGreaterThan(6500);
    // It has ended; whoever inherited it may not have noticed yet.
    const left = spawnSync("ps", ["-o", "stat=", "-p", readFileSync(note, "utf8").trim()], { encoding: "utf8" });
    expect(left.stdout).toMatch(/^Z|^$/);
  }, 60_000);
});

test.each([[["perl"]], [["timeout"]], [[]]])("where there is %j, an answer is passed on", (programs) => {
  const ran = runWith(programs, ["sh", "-c", "cat; echo $*", "it's"], 600);
  expect({ code: ran.status, out: ran.stdout, err: ran.stderr }).toEqual({
    code: 0,
    out: "the answer, hook codex --limit 600\n",
    err: "",
  });
});

test.each(["claude-code", "codex", "gemini", "copilot", "cursor"])(
  "%s: denies before a tool, and has only its own variables before and after it",
  (name) => {
    const change = HOOK_HOSTS.find((host) => host.name === name)!.change(["galley"], {
      scope: "user",
      home: "/",
      root: "/",
      isRootNamed: false,
      platform: "linux",
      environment: {},
      packaged: () => "",
    });
    const entries = change.kind === "json" ? change.entries : [];
    const hooks = entries.map(({ path, value }) => ({ event: String(path.at(-1)), text: JSON.stringify(value) }));
    const isGuarded = hooks
      .filter(({ event }) => /tool/i.test(event))
      .map(({ event, text }) => [
        /^(?:pre|before)/i.test(event),
        text.includes("Galley did not allow"),
        text.includes("/usr/bin/env -i"),
      ]);
    expect(isGuarded).toEqual([
      [true, true, true],
      [false, false, true],
    ]);
  },
);
