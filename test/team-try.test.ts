// The guide's lines for trying a team's inbox on one machine do what it says, and so does what is written next to them: the
// doctor's check, and the page about the API of machines.

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync, chmodSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../bench/soak/crowd.ts";
import type { Question } from "../src/inbox/index.ts";
import { answerWhole } from "../src/review/index.ts";
import { ensureBuilt, program, root } from "./built.ts";
import { block } from "./support/galley.ts";
import { BEFORE, InboxPlace } from "./support/inbox-place.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { joinTeam } from "./support/team-machine.ts";
import { TeamProgram } from "./support/team-program.ts";

beforeAll(ensureBuilt);

describe.skipIf(whyNoPostgres !== null)(`the guide${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  let team: TeamProgram;
  beforeEach(async () => void (team = await TeamProgram.open()));
  afterEach(() => team.close());

  test("trying it on one machine: its lines, then a question that ann answers", async () => {
    const guide = readFileSync(join(root, "docs", "guides", "team.md"), "utf8");
    const [, lines = ""] = /^## Try it on one machine$[^]*?```sh[^\n]*\n([^]*?)```/m.exec(guide) ?? [];
    const ports = await freePorts(3);
    const named = ["8080", "8081", "8082"].reduce((text, port, at) => text.replaceAll(port, String(ports[at])), lines);
    const script = named.replace(/^export GALLEY_STORE=.*$/m, "").replaceAll("examples/team/", "");
    const { place } = team;
    const folder = join(place.base, "try");
    mkdirSync(join(folder, "bin"), { recursive: true });
    symlinkSync(join(root, "examples", "team", "try.mjs"), join(folder, "try.mjs"));
    writeFileSync(join(folder, "bin", "galley"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(join(folder, "bin", "galley"), 0o755);
    const shell = spawn("sh", ["-e", "-c", `${script}\nwait`], {
      cwd: folder,
      detached: true,
      stdio: "ignore",
      env: {
        HOME: place.base,
        PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
        GALLEY_STORE: team.database,
        GALLEY_TRY_SERVER: `http://127.0.0.1:${ports[0]}`,
      },
    });
    onTestFinished(() => void process.kill(-shell.pid!, "SIGKILL"));
    const page = `http://127.0.0.1:${ports[1]}`;
    const get = async (path: string): Promise<unknown> =>
      fetch(`${page}${path}`).then(
        (reply) => (reply.ok ? reply.json() : null),
        () => null,
      );
    await expect
      .poll(() => get("/api/state"), { timeout: 100_000 })
      .toMatchObject({ team: { person: { name: "ann" } } });
    const token = join(folder, "team.token");
    await expect.poll(() => statSync(token, { throwIfNoEntry: false })?.size ?? 0).toBeGreaterThan(0);
    const config = join(folder, "config.json");
    writeFileSync(config, JSON.stringify({ inbox: { url: `http://127.0.0.1:${ports[0]}`, token_file: token } }));
    const asking = place.start(["apply", "--config", config, "-"], { input: block("a.txt", "two\n", "TWO\n") });
    await expect.poll(() => asking.err()).toContain("is waiting in your team's inbox");
    const [, id = ""] = /Question (\S+) is/.exec(asking.err()) ?? [];
    const { question } = (await get(`/api/questions/${id}`)) as { question: Question };
    const answered = answerWhole(question, { kind: "apply" });
    if (answered.kind === "refused") throw new Error(answered.why);
    const reply = await fetch(`${page}/api/questions/${id}/answer`, {
      method: "POST",
      headers: { origin: page, "content-type": "application/json" },
      body: JSON.stringify({ decision: answered.decision }),
    });
    expect([reply.status, await reply.json()]).toMatchObject([200, { kind: "won", by: [{ name: "ann" }] }]);
    expect([(await asking.ended).code, place.read("a.txt")]).toEqual([0, BEFORE.replace("two", "TWO")]);
    const doctor = await place.start(["doctor", "--json", "--config", config]).ended;
    expect(checkIn(doctor.out)).toMatchObject({
      status: "ok",
      found: expect.stringContaining("takes this machine's token"),
    });
  });

  test("the page about the API of machines lists every path that the server has, and no other", async () => {
    const text = readFileSync(join(root, "docs", "protocols", "machine-api.md"), "utf8");
    const paths = [...text.matchAll(/^\| `(\/machine\/v1\/\w+)`/gm)].map(([, path]) => path!);
    const routes = readFileSync(join(root, "src", "serve", "machine", "machine-routes.ts"), "utf8");
    const served = [...routes.matchAll(/app\.post\(`\$\{MACHINE_API\}(\/\w+)`/g)].map(
      ([, name]) => `/machine/v1${name}`,
    );
    expect(paths.toSorted()).toEqual(served.toSorted());
    const { url } = await team.started();
    const headers = { authorization: `Bearer ${await team.machineToken()}`, "content-type": "application/json" };
    for (const path of paths) {
      const reply = await fetch(`${url}${path}`, { method: "POST", headers, body: "[]" });
      expect([path, reply.status]).toEqual([path, 400]);
    }
  });
});

describe("galley doctor and a team's inbox", () => {
  let place: InboxPlace;
  beforeEach(() => void (place = new InboxPlace()));
  afterEach(() => place.close());

  test.each([
    ["a server that is away", () => undefined, "cannot be reached"],
    ["a token that others can read", () => chmodSync(join(place.base, "config/galley/team.token"), 0o644), "chmod 600"],
  ])("%s is a problem, with what to do", async (_, spoil, why) => {
    joinTeam(place.base, { url: "http://127.0.0.1:9", token: "galley_0123456789abcdef" });
    spoil();
    const { code, out } = await place.start(["doctor", "--json"]).ended;
    expect(checkIn(out)).toMatchObject({ status: "broken", needed: true, found: expect.stringContaining(why) });
    expect(code).toBe(1);
  });

  test("a clock that differs is pointed out", async () => {
    const server = createServer((incoming, outgoing) => {
      incoming.resume();
      outgoing.setHeader("date", new Date(Date.now() - 3_600_000).toUTCString());
      outgoing.end('{"reviewers":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    joinTeam(place.base, { url, token: "galley_0123456789abcdef" });
    const { out } = await place.start(["doctor", "--json"]).ended;
    expect(checkIn(out)?.found).toMatch(/its clock is 3[56]\d\d s behind this machine's/);
  });

  test("without a team's inbox there is nothing to say", async () => {
    expect(checkIn((await place.start(["doctor", "--json"]).ended).out)).toBeUndefined();
  });
});

test("each action of serve has a help of its own", async () => {
  const place = new InboxPlace();
  onTestFinished(() => place.close());
  const help = async (...words: readonly string[]): Promise<string> => (await place.start(words).ended).out;
  const [all, token, people] = [await help("serve", "--help"), await help("serve", "token", "--help"), await help("help", "serve", "people")]; // prettier-ignore
  expect(all).toContain("--issuer");
  expect(token).toMatch(/^galley serve token create NAME/);
  expect([token.includes("--out"), token.includes("--issuer"), token.includes("--store")]).toEqual([true, false, true]);
  expect(people).toMatch(/^galley serve people/);
});

type Check = { readonly name: string; readonly status: string; readonly needed: boolean; readonly found: string };

function checkIn(out: string): Check | undefined {
  return (JSON.parse(out) as { checks: readonly Check[] }).checks.find(({ name }) => name === "team inbox");
}
