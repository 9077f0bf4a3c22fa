// An engine whose default runtime cannot start a container, where another one can.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ensureBuilt } from "../built.ts";
import { Place } from "../support/galley.ts";
import { containerMachine, engineSays } from "./machine.ts";

// Engines are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const machine = containerMachine();
const why = machine.kind === "ready" ? "" : ` (skipped: ${machine.why})`;
const isPodman = machine.kind === "ready" && machine.engine === "podman";
const other = ["runc", "crun"].find((name) => spawnSync(name, ["--version"]).status === 0);
const skipped =
  why !== "" ? why : !isPodman ? " (skipped: not podman)" : other ? "" : " (skipped: neither runc nor crun)";

beforeAll(ensureBuilt);

/** A config of podman's whose default runtime fails. */
function brokenRuntime(place: Place): Record<string, string> {
  const broken = join(place.base, "broken");
  writeFileSync(broken, "#!/bin/sh\necho this runtime is broken >&2\nexit 1\n");
  chmodSync(broken, 0o755);
  const config = join(place.base, "containers.conf");
  writeFileSync(config, `[engine]\nruntime = "broken"\n[engine.runtimes]\nbroken = ["${broken}"]\n`);
  return { CONTAINERS_CONF: config };
}

type Checks = { readonly checks: readonly { name: string; status: string; found: string; means: string | null }[] };
const containersOf = (out: string): Checks["checks"][number] =>
  (JSON.parse(out) as Checks).checks.find(({ name }) => name === "containers")!;

describe.skipIf(skipped !== "")(`where the default runtime starts nothing${skipped}`, () => {
  const image = machine.kind === "ready" ? machine.image : "";

  test("a container is started with another one, and is used and removed with it", () => {
    const place = new Place({ "ws/a.txt": "one\n" });
    const config = join(place.base, "galley.json");
    const container = { engine: "podman", image, workdir: "/work" };
    writeFileSync(config, JSON.stringify({ sandboxes: { ws: { root: "work/ws", container } } }));
    const env = brokenRuntime(place);
    const command = JSON.stringify({ command: "cat a.txt", cwd: "ws" });
    const ran = place.galley(["tool", "shell", command, "--config", config, "--yes", "--json"], { env });
    expect(JSON.parse(ran.out)).toMatchObject({ success: true, value: { exit_code: 0, stdout: "one\n" } });
    expect(ran.err).toMatch(/podman's default runtime cannot start a container here, so (runc|crun) is used/);

    const { status, found } = containersOf(place.galley(["doctor", "--json", "--config", config], { env }).out);
    expect([status, found]).toEqual(["ok", expect.stringMatching(/podman .*with (runc|crun).*started: ws/)]);
  });

  test("the doctor says which runtime works", () => {
    const place = new Place();
    const { status, found } = containersOf(place.galley(["doctor", "--json"], { env: brokenRuntime(place) }).out);
    expect([status, found]).toEqual(["ok", expect.stringMatching(/podman .*with (runc|crun)/)]);
  });
});

describe("the doctor and an engine that answers", () => {
  test.skipIf(why !== "")(`starts a container, and leaves nothing behind${why}`, () => {
    const place = new Place();
    const engine = machine.kind === "ready" ? machine.engine : "";
    const bin = join(place.base, "bin");
    mkdirSync(bin);
    // It notes what it is asked: other doctors on this machine have images of their own.
    writeFileSync(
      join(bin, engine),
      `#!/bin/sh\necho "$@" >> "${place.base}/asked"\nPATH="\${PATH#*:}"\nexec ${engine} "$@"\n`,
    );
    chmodSync(join(bin, engine), 0o755);
    const env = { PATH: `${bin}:${process.env["PATH"]}` };
    expect(containersOf(place.galley(["doctor", "--json"], { env }).out).status).toBe("ok");
    const asked = readFileSync(join(place.base, "asked"), "utf8");
    const [image = "none"] = /localhost\/galley-doctor:\w+/.exec(asked) ?? [];
    expect(asked).toMatch(new RegExp(`^run .*${image}`, "m"));
    expect(spawnSync(engine, ["image", "inspect", image]).status).not.toBe(0);
    expect(engineSays(engine, "ps", "--all", "--quiet", "--filter", `ancestor=${image}`)).toBe("");
  });

  test("is broken when no container starts", () => {
    const place = new Place();
    const bin = join(place.base, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "podman"),
      '#!/bin/sh\n[ "$1" = run ] && { echo "no cgroups here" >&2; exit 126; }\necho 9.9\n',
    );
    chmodSync(join(bin, "podman"), 0o755);
    const { status, found } = containersOf(
      place.galley(["doctor", "--json"], { env: { PATH: `${bin}:/usr/bin:/bin` } }).out,
    );
    expect([status, found]).toEqual(["broken", expect.stringContaining("no cgroups here")]);
  });
});
