// The compose file and the manifest for a team's inbox, carried out: their commands as they are written, with the config of
// the guide, as the user they name, in a root that cannot be written, on a PostgreSQL that is empty. Images, and the proxy
// in front, are not tried: there is no registry here.

import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { asker, changeQuestion } from "../src/testing/index.ts";
import { ensureBuilt, root } from "./built.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { run, sharedPostgres } from "./support/postgres/shared.ts";
import { commandsIn, readTeamFile } from "./support/team-files.ts";
import { KEY_SET, signIn } from "./support/team-server.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;
const why =
  whyNoPostgres ??
  (process.getuid?.() !== 0 ? "needs root" : isThere("bwrap") ? null : "bubblewrap is not installed") ??
  (spawnSync("openssl", ["version"]).status === 0 ? null : "openssl is not installed");

describe.skipIf(why !== null)(`the files for a team${why === null ? "" : ` (${why})`}`, () => {
  beforeAll(ensureBuilt);

  test.each(["compose.yaml", "kubernetes.yaml"] as const)("%s starts a server that asks and signs in", async (name) => {
    const [migrate, serve] = commandsIn(readTeamFile(name));
    const { url: urlOf } = await sharedPostgres();
    const database = `files_${process.pid}_${name.replace(".yaml", "")}`;
    await run(urlOf("postgres"), `CREATE DATABASE ${database}`);
    onTestFinished(() => run(urlOf("postgres"), `DROP DATABASE ${database} WITH (FORCE)`).then(() => undefined));
    const { port } = new URL(urlOf(database));
    const payload = { ...changeQuestion("workspace/a"), approval_id: name };
    const done = carryOut({
      migrate,
      serve,
      store: `postgres://galley@/${database}?host=/run/postgresql&port=${port}`,
      person: await signIn("ann"),
      keys: KEY_SET,
      question: {
        lease: "a".repeat(32),
        payload,
        asker: asker("c"),
        repository: "github.com/acme/shop",
        within_ms: null,
      },
    });
    expect(done).toMatchObject({
      migrate: { code: 0, out: expect.stringContaining("Migrated") },
      put: { status: 200, text: expect.stringContaining("asked") },
      state: 200,
      open: ["github.com/acme/shop"],
      code: 0,
    });
    expect(String(done["err"])).not.toContain('"error"');
  });

  /** The user of the image has this number; Kubernetes cannot tell from a name that it is not root. */
  test("the manifest names a user by number", () => {
    expect(readTeamFile("kubernetes.yaml")).toMatch(/runAsNonRoot: true, runAsUser: 1000\b/);
  });
});

function carryOut(given: object): Readonly<Record<string, unknown>> {
  const { path } = temporaryFolder();
  const at = (...names: string[]): string => join(path, ...names);
  for (const folder of ["tls", "bin"]) mkdirSync(at(folder));
  const subject = ["-subj", "/CN=id.example.com", "-addext", "subjectAltName=DNS:id.example.com", "-days", "2"];
  const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", at("tls/key.pem"), "-out", at("tls/cert.pem")];
  execFileSync("openssl", ["req", "-x509", ...key, ...subject], { stdio: "ignore" });
  writeFileSync(at("hosts"), "127.0.0.1 localhost id.example.com\n");
  writeFileSync(at("team.json"), configOfGuide());
  writeFileSync(at("bin/galley"), '#!/bin/sh\nexec /opt/node/node /opt/galley/bin/galley.js "$@"\n');
  chmodSync(at("bin/galley"), 0o755);
  for (const name of ["hosts", "team.json", "tls/cert.pem"]) chmodSync(at(name), 0o644);
  const binds = {
    "/usr": "/usr",
    [dirname(process.execPath)]: "/opt/node",
    [root]: "/opt/galley",
    [at("bin")]: "/opt/bin",
    [at("tls")]: "/run/tls",
    [at("hosts")]: "/etc/hosts",
    [at("team.json")]: "/etc/galley/team.json",
    [join(process.env["GALLEY_TEST_HOME"]!, "postgres")]: "/run/postgresql",
  };
  const alone = [
    "--unshare-net",
    "--unshare-pid",
    "--die-with-parent",
    "--clearenv",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
  ];
  // What it makes on the way would be root's alone.
  const folders = ["/opt", "/run", "/etc", "/etc/galley"].flatMap((folder) => ["--perms", "0755", "--dir", folder]);
  const options = [
    ...alone,
    ...["lib", "lib64", "bin"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
    ...folders,
    ...Object.entries(binds).flatMap(([from, to]) => ["--ro-bind", from, to]),
    "--remount-ro",
    "/",
  ];
  const script = ["/opt/node/node", "/opt/galley/test/support/team-files-run.mjs"];
  const done = spawnSync("bwrap", [...options, ...script], {
    input: JSON.stringify(given),
    encoding: "utf8",
    timeout: 90_000,
  });
  if (done.stdout === "") throw new Error(done.stderr);
  return JSON.parse(done.stdout) as Record<string, unknown>;
}

/** The config that the guide shows. */
function configOfGuide(): string {
  const [, config] = /```json\n(\{\n {2}"rules"[\s\S]*?)```/.exec(
    readFileSync(join(root, "docs/guides/team.md"), "utf8"),
  )!;
  return config!;
}
