// The commands of administrators of a team's inbox, on a real database: tokens of machines, and people.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inboxOver } from "../src/team/index.ts";
import { remoteTransport } from "../src/team/remote/index.ts";
import { asker, changeQuestion, yesTo } from "../src/testing/index.ts";
import { ensureBuilt } from "./built.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { run } from "./support/postgres/shared.ts";
import { TeamProgram } from "./support/team-program.ts";
import { idOf, signIn } from "./support/team-server.ts";

const title = `galley serve, for administrators${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`;
describe.skipIf(whyNoPostgres !== null)(title, () => {
  let program: TeamProgram;
  let database: string;
  beforeAll(ensureBuilt);
  beforeEach(async () => {
    program = await TeamProgram.open();
    ({ database } = program);
  });
  afterEach(() => program.close());
  const serve = (...args: readonly string[]) => program.serve(...args);
  const started = (...args: readonly string[]) => program.started(...args);

  test("token: shown once, listed without it, revoked by its name", async () => {
    const made = await serve("token", "create", "ci", "--repository", "github.com/acme/*", "local/x");
    const token = made.out.trim();
    expect([made.code, token]).toEqual([0, expect.stringMatching(/^galley_[\w-]{40,}$/)]);
    const list = await serve("token", "list");
    expect(list.out).toMatch(/^\S+ {2}ci {2}created \d{4}-\d\d-\d\d {2}last used never {2}no owner {2}for github\.com\/acme\/\* local\/x\n$/); // prettier-ignore
    expect(list.err).toContain('1 token has no owner: rules with "own": "deny" keep no one from answering');
    expect(made.err).toContain('It has no owner, so rules with "own": "deny"');
    expect((await serve("token", "list", "--json")).out).not.toContain(token);
    expect(JSON.stringify(await run(database, "SELECT * FROM galley.machine"))).not.toContain(token);
    const again = await serve("token", "create", "ci");
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("a token with the name ci is in use")]);
    expect((await serve("token", "revoke", "ci")).out).toBe("The token ci is revoked. Open questions closed: 0.\n");
    const gone = await serve("token", "revoke", "ci");
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining("No token in use has the name or id ci")]);
    expect((await serve("token", "list")).out).toContain("revoked");
    // The name is free again, for another machine.
    expect((await serve("token", "create", "ci")).code).toBe(0);
  });

  test.each([
    [["token"], "create NAME"],
    [["token", "create"], "create NAME"],
    [["token", "create", "a", "b"], "create NAME"],
    [["token", "create", "\u001b[2J"], "a token's name is letters"],
    [["token", "create", "x", "--owner", "ann@example.com"], "--owner needs a person's id"],
    [["token", "create", "x", "--out", "/nowhere/x"], "--out cannot be written (ENOENT)"],
    [["token", "list", "--owner", "x"], "belong to serve token create"],
    [["token", "revoke", "x", "--out", "x"], "belong to serve token create"],
    [["people", "block"], "block ID"],
    [["audit"], "verify or export"],
    [["audit", "export", "--heads", "x"], "--heads belongs to serve audit verify"],
    [["audit", "verify", "--heads", "nofile"], "The file of --heads cannot be read (ENOENT): nofile"],
    [["--config", "nofile"], "Check --config: nofile"],
    [["migrate", "now"], "takes no arguments"],
    [["--listen", "0.0.0.0:0"], "can be reached from other machines"],
    [["--listen", "0.0.0.0:0", "--behind-proxy"], "--url is needed here"],
    [["--listen", "127.0.0.1"], "needs HOST:PORT"],
    [["--url", "http://inbox.example.com"], "https address without a path"],
    [["--issuer", "https://id.example.com"], "no one can sign in"],
    [["--listen", "127.0.0.1:0"], "no one can sign in"],
    [["--tls-cert", "x"], "are given together"],
  ])("%j is refused before anything is done", async (args, why) => {
    const { code, err } = await serve(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
  });

  test("people: those who signed in are listed, blocked and unblocked by their id", async () => {
    const server = await started();
    const state = async (): Promise<number> =>
      (await fetch(`${server.url}/api/state`, { headers: { authorization: `Bearer ${await signIn("ann")}` } })).status; // prettier-ignore
    expect((await serve("people")).out).toBe("No one has signed in yet.\n");
    expect(await state()).toBe(200);
    expect((await serve("people")).out).toContain(JSON.stringify(idOf("ann")));
    expect((await serve("token", "create", "laptop", "--owner", idOf("ann"))).code).toBe(0);
    expect((await serve("people", "block", idOf("ann"))).out).toBe("Ann <https://id.example.com ann> is blocked. They can neither read nor answer. Votes taken back: 0.\n"); // prettier-ignore
    expect((await serve("people", "block", idOf("ann"))).out).toContain(
      "Ann <https://id.example.com ann> was blocked already.",
    );
    expect(await state()).toBe(403);
    expect((await serve("people", "list")).out).toMatch(/blocked \d{4}/);
    expect((await serve("people", "unblock", idOf("ann"))).out).toContain(
      "Ann <https://id.example.com ann> is unblocked.",
    );
    expect(await state()).toBe(200);
    expect((await serve("people", "block", "no one")).code).toBe(1);
  });

  test("what is open when someone is blocked or a token is revoked: counted, and said", async () => {
    const config = join(program.place.base, "team.json");
    writeFileSync(config, JSON.stringify({ rules: [{ answer: ["anyone"], people: 2, own: "deny" }] }));
    const token = await program.machineToken();
    const server = await started("--config", config);
    // A rule about owners means nothing for a machine that has none.
    await expect.poll(() => server.err()).toContain('"event":"tokens-without-owner","tokens":1');
    const transport = remoteTransport({ url: server.url, token, fetch });
    const inbox = inboxOver({ transport, repositoryOf: () => "test/repository" });
    const payload = changeQuestion();
    const put = await inbox.put({ payload, asker: asker("c"), withinMs: null });
    const answered = await fetch(`${server.url}/api/questions/${"id" in put ? put.id : ""}/answer`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await signIn("ann")}`,
        origin: server.url,
        "content-type": "application/json",
      },
      body: JSON.stringify({ decision: yesTo(payload) }),
    });
    expect(await answered.json()).toMatchObject({ kind: "voted" });
    expect(await program.json("people", "block", idOf("ann"))).toEqual({ blocked: true, votes_lapsed: 1 });
    expect(await program.json("people", "unblock", idOf("ann"))).toEqual({ unblocked: true, votes_lapsed: 0 });
    expect(await program.json("token", "revoke", "machine")).toEqual({ revoked: true, questions_closed: 1 });
    expect((await serve("audit", "export")).out).toContain('\\"because\\" : \\"revoked\\"');
    await inbox.close();
  });

  test("token create --out: a new file that only its user can read, which galley takes", async () => {
    const out = join(program.place.base, "ci.token");
    const made = await serve("token", "create", "ci", "--out", out, "--owner", idOf("new"));
    expect([made.code, made.out, statSync(out).mode & 0o777]).toEqual([0, "", 0o600]);
    expect(made.err).toContain(`The token is in ${out}`);
    // The owner may come later.
    expect(made.err).toContain(`No one with the id ${idOf("new")} has signed in yet.`);
    expect(readFileSync(out, "utf8")).toMatch(/^galley_[\w-]{43}\n$/);
    const again = await serve("token", "create", "other", "--out", out);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("exists; --out needs the name of a new file")]);
    const taken = join(program.place.base, "taken.token");
    expect((await serve("token", "create", "ci", "--out", taken)).code).toBe(2);
    expect(() => statSync(taken)).toThrow("ENOENT");
    expect(await program.json("token", "list")).toMatchObject({ tokens: [{ name: "ci", owner: idOf("new") }] });
  });
});
