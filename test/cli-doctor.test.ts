// The doctor tells the truth, also about a machine where things are missing or broken.

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { whyNotConfined } from "../src/fs/node/index.ts";
import { ensureBuilt, root } from "./built.ts";
import { Place } from "./support/galley.ts";
import { runResident } from "./support/resident.ts";

beforeAll(ensureBuilt);

type Doctor = {
  readonly ok: boolean;
  readonly checks: readonly {
    name: string;
    status: string;
    needed: boolean;
    means: string | null;
    todo: string | null;
  }[];
};

describe("doctor", () => {
  const statuses = ({ out }: { out: string }): Record<string, string> =>
    Object.fromEntries((JSON.parse(out) as Doctor).checks.map(({ name, status }) => [name, status]));
  /** A folder with nothing in it but these programs, as shell scripts. Without an engine no container is started. */
  function path(place: Place, programs: Readonly<Record<string, string>>): string {
    const bin = join(place.base, "bin");
    mkdirSync(bin, { recursive: true });
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    return bin;
  }
  const doctor = (place: Place, env: Record<string, string>, ...args: readonly string[]) => {
    const own = { HOME: place.base, XDG_STATE_HOME: join(place.base, "state"), LANG: "C.UTF-8" };
    return runResident({
      args: ["doctor", "--json", ...args],
      cwd: place.folder,
      env: { ...own, ...env },
      input: null,
    });
  };

  test("with everything there", () => {
    const place = new Place();
    const bin = path(place, { git: "echo git version 9" });
    const ran = doctor(place, { PATH: [bin, "/usr/bin", "/bin"].join(delimiter) });
    expect(ran.code).toBe(0);
    expect(statuses(ran)).toMatchObject({
      node: "ok",
      folder: "ok",
      config: "ok",
      "state folder": "ok",
      "race-proof walk": "ok",
      git: "ok",
      bubblewrap: existsSync("/usr/bin/bwrap") ? (whyNotConfined() === null ? "ok" : "broken") : "missing",
      unicode: "ok",
    });
  });

  test("a bubblewrap that is not the system's own confines nothing, so it does not count", () => {
    const place = new Place();
    expect(statuses(doctor(place, { PATH: path(place, { bwrap: "exit 0" }) }))["bubblewrap"]).toBe("missing");
  });

  test("without git, podman, docker and bubblewrap the needed things still work", () => {
    const place = new Place();
    const ran = doctor(place, { PATH: path(place, {}), LANG: "C" });
    expect(ran.code).toBe(0);
    expect(statuses(ran)).toMatchObject({
      git: "missing",
      containers: "missing",
      bubblewrap: "missing",
      unicode: "missing",
    });
    for (const { status, means, todo, name } of (JSON.parse(ran.out) as Doctor).checks)
      if (status !== "ok") expect([name, means, todo]).toEqual([name, expect.any(String), expect.any(String)]);
  });

  test("programs that are there and do not work are broken, not ok", () => {
    const place = new Place();
    const scripts = {
      git: "exit 127",
      docker: "echo 'Cannot connect to the daemon' >&2; exit 1",
    };
    const ran = doctor(place, { PATH: path(place, scripts) });
    expect(ran.code).toBe(0);
    expect(statuses(ran)).toMatchObject({ git: "broken", containers: "broken" });
    expect(ran.out).toContain("docker is there but fails: Cannot connect to the daemon");
  });

  test("without ripgrep's program it says what searches instead", () => {
    const place = new Place();
    cpSync(join(root, "dist", "cli"), join(place.base, "cli"), { recursive: true });
    const ran = spawnSync(process.execPath, [join(place.base, "cli", "main.js"), "doctor", "--json"], {
      cwd: place.folder,
      encoding: "utf8",
      env: { PATH: path(place, {}), HOME: place.base },
    });
    expect(statuses({ out: ran.stdout })["ripgrep"]).toBe("missing");
    expect(ran.stdout).toContain("built-in engine");
    expect(ran.status).toBe(0);
  });

  test("a state folder that is a file", () => {
    const place = new Place({ "../taken": "" });
    const ran = doctor(place, { PATH: path(place, {}), XDG_STATE_HOME: join(place.base, "taken") });
    expect([ran.code, statuses(ran)["state folder"]]).toEqual([1, "broken"]);
    expect((JSON.parse(ran.out) as Doctor).ok).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "a state folder without the right to write (as another user; needs root to become one)",
    () => {
      const place = new Place();
      for (const folder of [place.base, place.folder]) chmodSync(folder, 0o755);
      const closed = join(place.base, "closed");
      mkdirSync(closed, { mode: 0o555 });
      chownSync(closed, 0, 0);
      // The repository itself may be closed to that user, so it gets a copy of what runs.
      cpSync(join(root, "dist", "cli"), join(place.base, "cli"), { recursive: true });
      const ran = spawnSync(process.execPath, [join(place.base, "cli", "main.js"), "doctor", "--json"], {
        cwd: place.folder,
        encoding: "utf8",
        uid: 65534,
        gid: 65534,
        env: { PATH: path(place, {}), HOME: place.base, XDG_STATE_HOME: closed },
      });
      expect([ran.status, statuses({ out: ran.stdout })["state folder"]]).toEqual([1, "broken"]);
      expect(ran.stdout).toContain("permission denied");
      expect(ran.stdout).toContain("not writable");
    },
  );

  test.each<[string, readonly string[], string]>([
    ["a config that cannot be used", ["--config", "bad.json"], "config"],
    ["a config that is not there", ["--config", "none.json"], "config"],
    ["a folder that is not there", ["--root", "none"], "folder"],
    ["a folder that is a file", ["--root", "bad.json"], "folder"],
  ])("%s", (_, args, name) => {
    const place = new Place({ "bad.json": '{ "sandboxs": {} }' });
    const ran = doctor(place, { PATH: path(place, {}) }, ...args);
    expect([ran.code, statuses(ran)[name]]).toEqual([1, "broken"]);
  });

  test("for people: a mark, what it means, what to do", () => {
    const place = new Place();
    const { code, out } = place.galley(["doctor"], { env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` } });
    expect(code).toBe(0);
    expect(out).toMatch(/^✓ node +ok: \d+/m);
    expect(out).toMatch(/^– terminal +missing: no controlling terminal\n +No one can be asked here.*\n +→ Run/m);
    expect(out).toContain("Everything that is needed works.");
  });
});
