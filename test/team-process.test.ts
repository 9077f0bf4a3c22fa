// `galley serve` as administrators and supervisors meet it: a process with options, signals and exit codes, on a real
// database. Its API is tested elsewhere; here are TLS, the commands, stopping, and one server taking over from another.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { asker, changeQuestion, yesTo } from "../src/testing/index.ts";
import { inboxOver } from "../src/team/index.ts";
import { remoteTransport } from "../src/team/remote/index.ts";
import { freePorts } from "../bench/soak/crowd.ts";
import { ensureBuilt } from "./built.ts";
import { block } from "./support/galley.ts";
import { BEFORE, type InboxPlace } from "./support/inbox-place.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { run } from "./support/postgres/shared.ts";
import { joinTeam } from "./support/team-machine.ts";
import { TeamProgram } from "./support/team-program.ts";
import { signIn } from "./support/team-server.ts";

describe.skipIf(whyNoPostgres !== null)(`galley serve${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  let program: TeamProgram;
  let place: InboxPlace;
  let database: string;
  beforeAll(ensureBuilt);
  beforeEach(async () => {
    program = await TeamProgram.open();
    ({ place, database } = program);
  });
  afterEach(() => program.close());

  const serve = (...args: readonly string[]) => program.serve(...args);
  const started = (...args: readonly string[]) => program.started(...args);
  const machineToken = () => program.machineToken();

  describe("commands", () => {
    test("migrate makes the tables once, also when several run it at the same time", async () => {
      const name = `empty_${process.pid}`;
      const admin = new URL("/postgres", database).href;
      await run(admin, `DROP DATABASE IF EXISTS ${name}`);
      await run(admin, `CREATE DATABASE ${name}`);
      onTestFinished(() => run(admin, `DROP DATABASE ${name} WITH (FORCE)`).then(() => undefined));
      const store = ["--store", new URL(`/${name}`, database).href];
      const early = await place.start(["serve", "token", "list", ...store]).ended;
      expect([early.code, early.err]).toEqual([2, expect.stringContaining("Run galley serve migrate")]);
      const all = await Promise.all([1, 2, 3].map(() => place.start(["serve", "migrate", ...store]).ended));
      expect(all.map(({ code }) => code)).toEqual([0, 0, 0]);
      expect(all.map(({ out }) => out).toSorted()).toEqual([
        expect.stringMatching(/^Migrated: (?:1 step|\d\d* steps)\.\n$/),
        "The tables are up to date.\n",
        "The tables are up to date.\n",
      ]);
    });

    test("audit: verified, exported, compared with heads that were kept, and a change is found", async () => {
      const server = await started();
      const token = await machineToken();
      const transport = remoteTransport({ url: server.url, token, fetch });
      const inbox = inboxOver({ transport, repositoryOf: () => "test/repository" });
      const put = await inbox.put({ payload: changeQuestion(), asker: asker("c"), withinMs: null });
      await inbox.close();
      const verified = await serve("audit", "verify", "--json");
      writeFileSync(join(place.base, "heads.json"), verified.out);
      expect(JSON.parse(verified.out)).toMatchObject({ rows: 2, problems: [] });
      expect((await serve("audit", "verify")).out).toContain("complete and unchanged: 2 rows");
      const rows = (await serve("audit", "export")).out.trimEnd().split("\n").map((line) => JSON.parse(line) as { body: string }); // prettier-ignore
      expect(rows.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
        { event: "asked", question: "id" in put ? put.id : "" },
        { event: "closed" },
      ]);
      const heads = join(place.base, "heads.json");
      expect((await serve("audit", "verify", "--heads", heads)).code).toBe(0);
      // Who owns the database can make a chain that is complete in itself; a head that was kept shows it.
      const forged = `SET session_replication_role = replica; DELETE FROM galley.audit; DELETE FROM galley.audit_head;`;
      await run(database, forged);
      expect((await serve("audit", "verify")).code).toBe(0);
      const found = await serve("audit", "verify", "--heads", heads);
      expect([found.code, found.out]).toEqual([1, expect.stringContaining("test/repository, row 2:")]);
      const broken = await serve("audit", "verify", "--heads", join(place.base, "keys.json"));
      expect([broken.code, broken.err]).toEqual([2, expect.stringContaining("The file of --heads is not what")]);
    });
  });

  test("TLS by certificate files: a machine that trusts the certificate asks, another does not", async () => {
    const [cert, key] = ["cert.pem", "key.pem"].map((name) => join(place.base, name)) as [string, string];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...subject]; // prettier-ignore
    execFileSync("openssl", made, { stdio: "ignore" });
    const { url } = await started("--tls-cert", cert, "--tls-key", key);
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const token = await machineToken();
    joinTeam(place.base, { url, token });
    const input = block("a.txt", "two\n", "TWO\n");
    const stranger = await place.start(["inbox", "list"]).ended;
    expect([stranger.code, stranger.err]).toEqual([2, expect.stringMatching(/cannot be reached: .*certificate/)]);
    const env = { NODE_EXTRA_CA_CERTS: cert };
    const applied = place.start(["apply", "-"], { input, env });
    await expect.poll(() => applied.err(), { timeout: 60_000 }).toContain("is waiting in your team's inbox");
    const [, id = ""] = /Question (\S+) is/.exec(applied.err()) ?? [];
    const shown = await place.start(["inbox", "show", id, "--json"], { env }).ended;
    const payload = JSON.parse(shown.out) as Parameters<typeof yesTo>[0];
    const answer = join(place.base, "answer.mjs");
    writeFileSync(
      answer,
      `const [url, token, body] = process.argv.slice(2);
       const headers = { authorization: "Bearer " + token, origin: new URL(url).origin, "content-type": "application/json" };
       const reply = await fetch(url, { method: "POST", headers, body });
       console.log(reply.status);`,
    );
    const decision = JSON.stringify({ decision: yesTo(payload) });
    const sent = [answer, `${url}/api/questions/${id}/answer`, await signIn("ann"), decision];
    expect(execFileSync(process.execPath, sent, { env: { ...process.env, ...env }, encoding: "utf8" })).toBe("200\n");
    expect([(await applied.ended).code, place.read("a.txt")]).toEqual([0, BEFORE.replace("two", "TWO")]);
    for (const [option, file] of [
      ["--tls-cert", cert],
      ["--tls-key", key],
    ] as const) {
      const other = option === "--tls-cert" ? "--tls-key" : "--tls-cert";
      const { code, err } = await serve(option, file, other, join(place.base, "none.pem"));
      expect([code, err]).toEqual([2, expect.stringContaining(`The file of ${other} cannot be read.`)]);
    }
  });

  test.each<[string, (file: string) => void, string]>([
    ["that others can read", (file) => chmodSync(file, 0o644), "can be used by other users"],
    ["that a group can write", (file) => chmodSync(file, 0o620), "can be used by other users"],
    ["that is a link", (file) => (renameSync(file, `${file}.real`), symlinkSync(`${file}.real`, file)), "is a link"],
    ["that is a folder", (file) => (rmSync(file), mkdirSync(file, { mode: 0o700 })), "is not a file with a token"],
    ["that is a pipe", (file) => (rmSync(file), execFileSync("mkfifo", ["-m", "600", file])), "is not a file with a token"], // prettier-ignore
    ["that is empty", (file) => writeFileSync(file, "\n"), "has no token in it"],
    ["with more than a token", (file) => writeFileSync(file, "galley_one galley_two\n"), "has no token in it"],
    ["that is not there", (file) => rmSync(file), "cannot be read (ENOENT)"],
  ])("a token file %s is refused, and nothing is sent", async (_, spoil, why) => {
    joinTeam(place.base, { url: "http://127.0.0.1:9", token: "galley_0123456789abcdef" });
    spoil(join(place.base, "config", "galley", "team.token"));
    const { code, err } = await place.start(["inbox", "list"]).ended;
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
    expect(err).not.toContain("galley_");
  });

  test("SIGTERM ends open streams and waiting askers, and the server ends with code 0", async () => {
    const server = await started();
    const token = await machineToken();
    const headers = { authorization: `Bearer ${await signIn("ann")}` };
    const events = await fetch(`${server.url}/api/events`, { headers });
    const ask = (name: string, body: object) =>
      fetch(`${server.url}/machine/v1/${name}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const watched = await ask("watch", {});
    const put = await ask("put", { lease: "a".repeat(32), payload: changeQuestion(), asker: asker("c"), repository: "r", within_ms: null }); // prettier-ignore
    const { id } = (await put.json()) as { id: string };
    const outcomes = ask("outcomes", { ids: [id], wait_ms: 25_000 });
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    server.child.kill("SIGTERM");
    const read = async (response: Response): Promise<void> => {
      for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>);
    };
    // They end, whole or cut off; what matters is that nothing waits on.
    await Promise.allSettled([read(events), read(watched), outcomes]);
    // A reply says that it has to be asked again, and not that there is nothing.
    const held = await outcomes.catch(() => null);
    expect(held?.status ?? 503).toBe(503);
    const ended = await server.ended;
    expect(ended.code).toBe(0);
    expect(ended.err).toContain('"event":"stopping"');
    // The question is still open: its asker has half a minute to come back.
    const [row] = await run(database, "SELECT state FROM galley.question");
    expect(row).toEqual({ state: "open" });
  });

  test("a server that is killed is replaced by another: the asker's question goes on there", async () => {
    const ports = await freePorts(2);
    let target = ports[0]!;
    const sockets = new Set<Socket>();
    const balancer = createServer((incoming) => {
      const outgoing = createConnection(target, "127.0.0.1");
      const pairs = [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const;
      for (const [one, other] of pairs) {
        sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      balancer.close();
      for (const socket of sockets) socket.destroy();
    });
    const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
    const [first] = await Promise.all(ports.map((port) => started("--url", url, "--listen", `127.0.0.1:${port}`)));
    const transport = remoteTransport({ url, token: await machineToken(), fetch });
    const inbox = inboxOver({ transport, repositoryOf: () => "r" });
    onTestFinished(() => inbox.close());
    const payload = changeQuestion();
    const put = await inbox.put({ payload, asker: asker("c"), withinMs: null });
    const id = "id" in put ? put.id : "";
    const awaited = inbox.await(id);
    first!.child.kill("SIGKILL");
    await first!.ended;
    target = ports[1]!;
    const headers = { authorization: `Bearer ${await signIn("ann")}`, origin: url, "content-type": "application/json" };
    const body = JSON.stringify({ decision: yesTo(payload) });
    // The first try may go into a connection of which fetch has not yet heard that its server is dead.
    const answered = await vi.waitFor(() =>
      fetch(`${url}/api/questions/${id}/answer`, { method: "POST", headers, body }),
    );
    expect([answered.status, await answered.json()]).toMatchObject([200, { kind: "won" }]);
    expect(await awaited).toMatchObject({ kind: "answered", decision: { items: [{ action: "apply" }] } });
  });
});
