// `galley serve` as a program on a database of its own, with keys that sign people in.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InboxPlace, type Asking } from "./inbox-place.ts";
import { sharedPostgres } from "./postgres/shared.ts";
import { AUDIENCE, ISSUER, KEY_SET } from "./team-server.ts";

export class TeamProgram {
  readonly place: InboxPlace;
  readonly database: string;
  readonly #giveBack: () => void;

  private constructor(database: string, giveBack: () => void) {
    this.database = database;
    this.#giveBack = giveBack;
    this.place = new InboxPlace();
    writeFileSync(join(this.place.base, "keys.json"), JSON.stringify(KEY_SET));
  }

  static async open(): Promise<TeamProgram> {
    const postgres = await sharedPostgres();
    const name = await postgres.take();
    return new TeamProgram(postgres.url(name), () => postgres.giveBack(name));
  }

  /** Runs to its end. */
  serve(...args: readonly string[]): Asking["ended"] {
    return this.#start(args).ended;
  }

  async json(...args: readonly string[]): Promise<Record<string, unknown>> {
    return JSON.parse((await this.serve(...args, "--json")).out) as Record<string, unknown>;
  }

  /** A server that runs, and where. */
  async started(...args: readonly string[]): Promise<Asking & { readonly url: string }> {
    const keys = ["--issuer", ISSUER, "--audience", AUDIENCE, "--keys", join(this.place.base, "keys.json")];
    const listen = args.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"];
    const server = this.#start([...listen, ...keys, ...args]);
    let isOver = false;
    void server.ended.then(() => (isOver = true));
    for (;;) {
      const [url] = /^https?:\S+/.exec(server.out()) ?? [];
      if (url !== undefined) return { ...server, url };
      if (isOver) throw new Error(server.err());
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async machineToken(name = "machine"): Promise<string> {
    return String((await this.json("token", "create", name))["token"]);
  }

  async close(): Promise<void> {
    await this.place.close();
    rmSync(this.place.base, { recursive: true, force: true });
    this.#giveBack();
  }

  #start(args: readonly string[]): Asking {
    return this.place.start(["serve", ...args], { env: { GALLEY_STORE: this.database } });
  }
}
