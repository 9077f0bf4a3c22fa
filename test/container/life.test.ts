// What may happen to a container: its owner is killed, it is removed behind our back, the program in it dies in the
// middle of a write, it is asked to run away. Each against a real container.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi, type TestContext } from "vitest";
import { asReal, REAL_ROOT, GalleyError } from "../../src/base/index.ts";
import { openContainer, type Container, type ContainerOptions } from "../../src/fs/node/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { bundlePrograms, containerMachine, engineSays, isThere, residentPid } from "./machine.ts";

// Engines are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const machine = containerMachine();
const { engine, image } = machine.kind === "ready" ? machine : { engine: "", image: "" };
const why = machine.kind === "ready" ? "" : ` (skipped: ${machine.why})`;
const containers = describe.skipIf(machine.kind !== "ready");
// Most of the time is spent waiting for the engine; tests with containers of their own run side by side.
const sideBySide = (name: string, tests: () => void): unknown => containers(name, { concurrent: true }, tests);

let programs: Awaited<ReturnType<typeof bundlePrograms>>;
const open: Container[] = [];
const start = (options: Partial<ContainerOptions> = {}): Container => {
  const container = openContainer({ image, engine, workdir: "/work", programs, ...options });
  open.push(container);
  return container;
};
const sh = (container: Container, script: string, more: { timeoutMs?: number; maxBytes?: number } = {}) =>
  container.run({ argv: ["sh", "-c", script], timeoutMs: 20_000, maxBytes: 100_000, ...more });
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
const failureOf = async (run: () => Promise<unknown>): Promise<GalleyError> => {
  const error: unknown = await run().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GalleyError) return error;
  throw new Error("expected a failure of ours", { cause: error });
};
/** Ends a child with its test; tests that run side by side each have their own `onTestFinished`. */
type Finish = Pick<TestContext, "onTestFinished">;
const until = async (claim: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 1200 && !claim(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(claim()).toBe(true);
};

beforeAll(async () => {
  if (machine.kind === "ready") programs = await bundlePrograms({ owner: "test/container/owner-program.ts" });
});
afterAll(async () => {
  await Promise.all(open.map((container) => container.close()));
  programs?.remove();
});

describe("without a container", () => {
  const nothing = { resident: "none", bridge: "none" };

  test.each([
    ["-v", {}, "is not an image name"],
    ["", {}, "is not an image name"],
    ["a", { workdir: "work" }, "plain absolute path"],
    ["a", { workdir: "/" }, "plain absolute path"],
    ["a", { workdir: "/a/../b" }, "plain absolute path"],
    ["a", { workdir: "/proc/x" }, "another use"],
    ["a", { workdir: "/.galley" }, "another use"],
    ["a", { memory: "much" }, "memory must be a size"],
    ["a", { user: "--privileged" }, "is not a user"],
  ])("image %j with %j is refused before anything starts", (name, options, words) => {
    expect(() => openContainer({ image: name, programs: nothing, ...options })).toThrow(words);
  });

  test("no engine: said once it is needed, not before", async () => {
    const own = await bundlePrograms();
    const { files } = openContainer({ image: "any", engine: "no-such-engine", programs: own });
    try {
      const error = await failureOf(() => files.list());
      expect([error.code, error.message]).toEqual([
        "IO",
        "no-such-engine is not on this machine, so there is no container. Install it, or remove the container from the config.",
      ]);
      expect(() => files.kindOf("a")).toThrow("no-such-engine is not on this machine");
    } finally {
      own.remove();
    }
  });
});

sideBySide(`a container's life${why}`, () => {
  test("nothing is started before it is needed, and nothing is left after close", async () => {
    const container = start();
    expect(container.files.staging.address(REAL_ROOT)).toEqual({
      root: { kind: "container", name: container.name },
      path: "",
    });
    expect(isThere(engine, container.name)).toBe(false);
    await container.files.write("a.txt", "a");
    expect(isThere(engine, container.name)).toBe(true);
    const volume = engineSays(engine, "inspect", "--format", "{{range .Mounts}}{{.Name}}{{end}}", container.name);
    await container.close();
    expect(isThere(engine, container.name)).toBe(false);
    expect(engineSays(engine, "volume", "ls", "--quiet").split("\n")).not.toContain(volume);
  });

  test("an image that is not there is named, with what to do", async () => {
    const error = await failureOf(() => start({ image: "localhost/no-such-image:1" }).files.list());
    expect([error.code, error.message]).toEqual([
      "IO",
      "The image localhost/no-such-image:1 is not on this machine, and galley does not fetch images. " +
        `Get it with "${engine} pull localhost/no-such-image:1", or name another image in the config.`,
    ]);
  });

  test("what the engine refuses is reported without paths of this machine", async () => {
    const { path, remove } = temporaryFolder();
    const folder = join(path, "gone");
    const error = await failureOf(() => sh(start({ holds: { kind: "folder", folder } }), "true"));
    remove();
    expect(error.code).toBe("NOT_FOUND");
    expect(error.message).not.toContain(path);
  });

  test("kill -9 of its owner ends it", async (context) => {
    const { name, child } = await startOwner(context);
    expect(isThere(engine, name)).toBe(true);
    child.kill("SIGKILL");
    await until(() => !isThere(engine, name));
  });

  test("Ctrl-C reaches the owner, who decides; its container goes on", async (context) => {
    const { name, child } = await startOwner(context);
    const before = residentPid(engine, name);
    const reached = once(child.stdout!, "data");
    process.kill(-child.pid!, "SIGINT");
    expect(String(await reached)).toBe("interrupted\n");
    expect([child.signalCode, isThere(engine, name)]).toEqual([null, true]);
    expect(residentPid(engine, name)).toBe(before);
  });

  test("what is cancelled while the container is being started is not begun", async () => {
    const { path, remove } = temporaryFolder();
    const container = start({ holds: { kind: "folder", folder: path } });
    const abort = new AbortController();
    const argv = ["touch", "begun"];
    const running = failureOf(() => container.run({ argv, timeoutMs: 9000, maxBytes: 9, signal: abort.signal }));
    abort.abort();
    expect((await running).code).toBe("ABORTED");
    await sh(container, "true");
    expect(fs.readdirSync(path)).toEqual([]);
    remove();
  });

  test("what is left of a dead owner is swept when the next one starts; a living one's stays", async (context) => {
    const { name } = await startOwner(context);
    const dead = orphan('{"dead":true}');
    const foreign = orphan("not ours");
    const next = start({ owner: { label: "me", isDead: (label) => label === '{"dead":true}' } });
    await next.files.list();
    expect([isThere(engine, dead), isThere(engine, foreign), isThere(engine, name)]).toEqual([false, true, true]);
    engineSays(engine, "rm", "--force", foreign);
  });

  test("removed behind our back: the call says so, and no fresh files are shown as the old ones", async () => {
    const container = start();
    await container.files.write("a.txt", "mine");
    engineSays(engine, "rm", "--force", "--volumes", container.name);
    const errors = [
      await failureOf(() => container.files.read("a.txt")),
      await failureOf(() => container.files.write("a.txt", "x")),
    ];
    expect(errors.map(({ code }) => code)).toEqual(["IO", "IO"]);
    expect(errors[1]!.message).toContain("the files in it are lost");
    expect(() => container.files.kindOf("a.txt")).toThrow("the files in it are lost");
  });

  test("a mounted folder survives its container: the next command gets a new one", async () => {
    const { path, remove } = temporaryFolder();
    const owner = { label: `a mounted folder ${Math.random()}`, isDead: () => false };
    const container = start({ holds: { kind: "folder", folder: path }, owner });
    const removeIt = (): void => {
      const filter = `label=galley.owner=${owner.label}`;
      engineSays(engine, "rm", "--force", engineSays(engine, "ps", "--quiet", "--filter", filter));
    };
    const argv = ["sh", "-c", "echo one > a.txt; echo on; sleep 60"];
    const error = await failureOf(() => container.run({ argv, timeoutMs: 90_000, maxBytes: 99, onOutput: removeIt }));
    expect(error.message).toContain("removed or stopped by someone else");
    expect(text((await sh(container, "cat a.txt")).stdout)).toBe("one\n");
    expect(fs.readFileSync(join(path, "a.txt"), "utf8")).toBe("one\n");
    remove();
  });
});

sideBySide(`the program in it${why}`, () => {
  test("dies: reading goes on with a new one", async () => {
    const container = start();
    await container.files.write("a.txt", "a\n");
    for (let round = 0; round < 3; round += 1) {
      engineSays(engine, "exec", container.name, "kill", "-9", residentPid(engine, container.name));
      expect((await container.files.read("a.txt")).content).toBe("a\n");
      expect(container.files.kindOf("a.txt")).toBe("file");
    }
  });

  test("dies in the middle: what only reads is asked again, a write's fate is said to be unknown", async () => {
    const container = start();
    await container.files.write("a.txt", "old\n");
    const pid = residentPid(engine, container.name);
    engineSays(engine, "exec", container.name, "kill", "-STOP", pid);
    const reading = container.files.read("a.txt");
    const writing = failureOf(() => container.files.write("a.txt", "new\n"));
    const running = failureOf(() => sh(container, "true"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    engineSays(engine, "exec", container.name, "kill", "-9", pid);
    expect((await reading).content).toBe("old\n");
    const error = await writing;
    expect([error.code, error.data["fate"]]).toEqual(["IO", "unknown"]);
    expect(error.message).toBe(
      "a.txt: the program in the container died; the change may or may not have been made, so check before retrying.",
    );
    expect((await running).data["fate"]).toBe("unknown");
    expect((await container.files.read("a.txt")).content).toBe("old\n");
    await container.files.write("a.txt", "newer\n");
    expect((await container.files.list()).entries.map(({ path }) => path)).toContain("a.txt");
  });

  test("is stuck: a cancelled call ends, a new one takes over, and the old one never wakes to finish its work", async () => {
    const container = start();
    await container.files.write("a.txt", "old\n");
    const pid = residentPid(engine, container.name);
    engineSays(engine, "exec", container.name, "kill", "-STOP", pid);
    const late = failureOf(() => container.files.write("a.txt", "late\n"));
    const abort = new AbortController();
    const argv = ["touch", "late.txt"];
    const running = failureOf(() => container.run({ argv, timeoutMs: 60_000, maxBytes: 9, signal: abort.signal }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    abort.abort();
    expect((await running).message).toContain("gave no answer. The command may or may not have taken effect");
    expect((await late).data["fate"]).toBe("unknown");
    expect((await container.files.read("a.txt")).content).toBe("old\n");
    spawnSync(engine, ["exec", container.name, "kill", "-CONT", pid]);
    expect((await container.files.list()).entries.map(({ path }) => path)).toEqual(["a.txt"]);
    expect((await container.files.read("a.txt")).content).toBe("old\n");
  });

  test("cannot be started: said, with the engine's words", async () => {
    const broken = join(programs.folder, "broken.js");
    fs.writeFileSync(broken, "process.exit(3)");
    const error = await failureOf(() => start({ programs: { ...programs, resident: broken } }).files.list());
    expect(error.message).toContain("could not start our program in the container");
  });

  test("says something else than agreed: every call ends, nothing is believed", async () => {
    const liar = join(programs.folder, "liar.js");
    fs.writeFileSync(liar, LIAR);
    const { files } = start({ programs: { ...programs, resident: liar } });
    for (const path of ["shape", "path", "kind", "huge", "noise"]) {
      const error = await failureOf(() => files.list(path));
      expect([path, error.code]).toEqual([path, "IO"]);
    }
  });
});

/** Speaks the protocol, but lies. */
const LIAR = `
  const send = (header) => {
    const text = Buffer.from(JSON.stringify(header)); const prefix = Buffer.alloc(8);
    prefix.writeUInt32BE(text.length, 0); process.stdout.write(Buffer.concat([prefix, text]));
  };
  send({ kind: "hello" });
  const entry = (path) => ({ entries: [{ path, kind: "file", size_bytes: 1 }], truncated: false });
  process.stdin.on("data", (chunk) => {
    const { id, args: [how] } = JSON.parse(chunk.subarray(8, 8 + chunk.readUInt32BE(0)));
    if (how === "shape") send({ kind: "value", id, value: { entries: 1 } });
    if (how === "path") send({ kind: "value", id, value: entry("../../etc/passwd") });
    if (how === "kind") send({ kind: "error", id, error: { code: "NO_SUCH_CODE", message: "x" } });
    if (how === "huge") process.stdout.write(Buffer.from([255, 255, 255, 255, 255, 255, 255, 255]));
    if (how === "noise") process.stdout.write("Killed\\nKilled\\nKilled\\n");
  });
`;

sideBySide(`what a command leaves behind${why}`, () => {
  // Each leaves something behind that a marker in the environment, a process group or a session does not reach.
  test.each([
    [
      "clears its environment",
      `env -i setsid sh -c "env -i setsid sh -c 'while :; do echo x >> late; sleep 0.1; done' &"`,
    ],
    ["is adopted by process 1", "(setsid sh -c '(env -i sleep 0.3; echo x >> late) &' &) &"],
    [
      "starts itself again and again",
      "echo 'env -i setsid sh /tmp/again & echo x >> late; exit' > /tmp/again; sh /tmp/again; sleep 0.3",
    ],
    [
      "ignores signals",
      "env -i setsid sh -c 'trap \"\" HUP INT TERM QUIT; while :; do sleep 0.1; echo x >> late; done' &",
    ],
  ])("a process that %s ends with its command", async (_, script) => {
    const { path, remove } = temporaryFolder();
    const check = async (holds: NonNullable<ContainerOptions["holds"]>): Promise<void> => {
      const container = start({ holds });
      const ran = await sh(container, `${script} >/dev/null 2>&1 </dev/null`);
      // What is still there shows in the list of processes, or writes within this time.
      const left = await sh(container, "rm -f late; ps | grep -c '[s]leep\\|[a]gain'; true");
      const later = await sh(container, "sleep 0.5; ls");
      expect([text(left.stdout), text(later.stdout)]).toEqual(["0\n", ""]);
      expect([ran.ended, ran.isAllEnded]).toEqual(["by itself", true]);
    };
    await Promise.all([check({ kind: "image" }), check({ kind: "folder", folder: path })]);
    remove();
  });
});

sideBySide(`limits of one container${why}`, () => {
  test("a read-only sandbox is read-only inside too", async () => {
    const { path, remove } = temporaryFolder();
    for (const holds of [{ kind: "image" } as const, { kind: "folder" as const, folder: path }]) {
      const ran = await sh(start({ holds, writable: false }), "touch x");
      expect(ran.exitCode).toBe(1);
    }
    remove();
  });

  test("a fork bomb stays in, and files are still served", async () => {
    const container = start({ pids: 64 });
    await container.files.write("a.txt", "a\n");
    const bomb = sh(container, "b() { b | b & }; b; sleep 30", { timeoutMs: 1500 });
    expect((await container.files.read("a.txt")).content).toBe("a\n");
    await bomb; // Its shell may give up by itself when it cannot fork any more.
    const left = await sh(container, "ls -d /proc/[0-9]* | wc -l");
    expect(Number(text(left.stdout))).toBeLessThan(64);
    expect((await container.files.read("a.txt")).content).toBe("a\n");
  });

  test("more memory than allowed ends the command, not the container, and leaves nothing where we stand", async () => {
    const standing = fs.readdirSync(".");
    const container = start({ memory: "192m" });
    await container.files.write("a.txt", "a\n");
    const ran = await sh(container, "tail /dev/zero", { timeoutMs: 15_000 });
    expect(ran.ended === "out of time" || ran.exitCode !== 0).toBe(true);
    expect((await container.files.read("a.txt")).content).toBe("a\n");
    expect(fs.readdirSync(".").filter((name) => !standing.includes(name))).toEqual([]);
  });

  test("a folder of this machine is mounted for one command: nothing of its container is left afterwards", async () => {
    const { path, remove } = temporaryFolder();
    const label = `one-command-${Math.random()}`;
    const container = start({ holds: { kind: "folder", folder: path }, owner: { label, isDead: () => false } });
    const there = (): string => engineSays(engine, "ps", "--all", "--quiet", "--filter", `label=galley.owner=${label}`);
    let during = "";
    const onOutput = (): void => {
      during = there();
      fs.writeFileSync(join(path, "seen"), "");
    };
    const request = { timeoutMs: 20_000, maxBytes: 99 };
    await container.run({
      argv: ["sh", "-c", "echo on; until [ -e seen ]; do sleep 0.05; done; echo x > /tmp/x"],
      ...request,
      onOutput,
    });
    expect([during === "", there()]).toEqual([false, ""]);
    expect(text((await sh(container, "ls /tmp")).stdout)).toBe("");
    await failureOf(() => container.run({ argv: ["no-such-program"], ...request }));
    expect(there()).toBe("");
    remove();
  });
});

containers(`limits${why}`, () => {
  let usual: Container;
  beforeAll(() => {
    usual = start();
  });

  test("no network, no capability, no new privilege, nothing writable but the working folder and /tmp", async () => {
    const container = usual;
    const script = [
      "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status | tr -d '\\t'",
      "ls /sys/class/net | tr '\\n' ' '; echo",
      "for p in / /etc /bin /.galley /work /tmp; do touch $p/x 2>/dev/null && echo can write $p; done",
    ].join("\n");
    expect(text((await sh(container, script)).stdout).split("\n")).toEqual([
      "CapEff:0000000000000000",
      "CapBnd:0000000000000000",
      "NoNewPrivs:1",
      "lo ",
      "can write /work",
      "can write /tmp",
      "",
    ]);
  });

  test("endless output is cut and counted, and ends with its command", async () => {
    const container = usual;
    const ran = await sh(container, "yes", { timeoutMs: 500, maxBytes: 1000 });
    expect([ran.ended, ran.stdout.length, ran.dropped.stdout > 1_000_000]).toEqual(["out of time", 1000, true]);
    const hidden = await sh(container, "setsid yes >/dev/null & sleep 30", { timeoutMs: 500 });
    expect(hidden.ended).toBe("out of time");
    expect(text((await sh(container, "ps | grep -c '[y]es$'; true")).stdout)).toBe("0\n");
  });

  test("a cancelled command ends with everything it started", async () => {
    const container = usual;
    const abort = new AbortController();
    const running = container.run({
      argv: ["sh", "-c", "sleep 1000 & sleep 1000 & echo on; wait"],
      timeoutMs: 60_000,
      maxBytes: 99,
      signal: abort.signal,
      onOutput: () => abort.abort(),
    });
    expect((await running).ended).toBe("cancelled");
    expect(text((await sh(container, "ps | grep -c '[s]leep'; true")).stdout)).toBe("0\n");
  });

  test("commands in an image's files wait for each other, so that none ends another", async () => {
    const ran = await Promise.all(["sleep 0.5; echo one", "echo two"].map((script) => sh(usual, script)));
    expect(ran.map(({ stdout }) => text(stdout))).toEqual(["one\n", "two\n"]);
  });

  test("a file of 100 MB is not carried about", async () => {
    const container = usual;
    await sh(container, "yes needle | head -c 100000000 > big.txt; echo needle > small.txt");
    const before = process.memoryUsage().rss;
    expect((await failureOf(() => container.files.read("big.txt"))).code).toBe("TOO_LARGE");
    expect((await failureOf(() => container.files.readBytes("big.txt"))).code).toBe("TOO_LARGE");
    expect(await container.files.staging.look(asReal("big.txt"))).toEqual({ kind: "other", code: "TOO_LARGE" });
    expect(await container.files.grep("needle")).toEqual({
      matches: [{ path: "small.txt", line_number: 1, line_content: "needle" }],
      truncated: false,
      skipped: { large: 1 },
    });
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(50);
  });

  test("what a command changed is reported", async () => {
    const container = usual;
    await container.files.write("old.txt", "old\n");
    await container.files.write("gone.txt", "gone\n");
    const { changed } = await sh(container, "echo new > old.txt; echo more > sub.txt; rm gone.txt");
    expect(changed).toEqual({ created: ["sub.txt"], modified: ["old.txt"], deleted: ["gone.txt"], complete: true });
  });
});

/** A process that opens a container and waits to be killed. */
async function startOwner({
  onTestFinished,
}: Finish): Promise<{ readonly name: string; readonly child: ReturnType<typeof spawn> }> {
  const options = JSON.stringify({ image, engine, workdir: "/work", programs });
  const child = spawn(process.execPath, [join(programs.folder, "owner.js"), options], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const name = await new Promise<string>((resolve) =>
    child.stdout!.once("data", (chunk) => resolve(String(chunk).trim())),
  );
  return { name, child };
}

/** A container as a crash of everything would leave it: running, labelled, nobody attached. */
function orphan(owner: string): string {
  const name = `galley-test-orphan-${Math.random().toString(36).slice(2)}`;
  const limits = ["--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024", "--network=none", "--stop-signal=SIGKILL"];
  const args = [
    "run",
    "--detach",
    `--name=${name}`,
    `--label=galley.owner=${owner}`,
    ...limits,
    image,
    "sleep",
    "1000",
  ];
  execFileSync(engine, args, { stdio: "ignore" });
  return name;
}
