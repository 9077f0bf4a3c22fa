// A connection of its own that listens for announcements. They are only hints: code that acts on them reads everything again
// when the connection was lost, and regularly. Whether announcements arrive at all is tried out, because a transaction
// pooler accepts LISTEN and then delivers nothing.

import type { Client } from "pg";
import { newId } from "../../base/index.ts";
import type { Database } from "./database.ts";
import { CHANNEL } from "./ending.ts";

export type HintOptions = {
  readonly url: string;
  readonly database: Database;
  readonly onHint: (ids: ReadonlySet<string>) => void;
  /** Announcements may have been missed until now. */
  readonly onGap: () => void;
};

// A burst of announcements is one look.
const GATHER_MS = 5;
const PROBE_EVERY_MS = 20_000;
const PROBE_WITHIN_MS = 2_000;
const LONGEST_PAUSE_MS = 5_000;
const PROBE = "probe ";

export class Hints {
  readonly #options: HintOptions;
  #client: Client | null = null;
  #isHeard = false;
  #isClosed = false;
  #pauseMs = 100;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #gathered = new Set<string>();
  #onProbe: ((text: string) => void) | null = null;

  constructor(options: HintOptions) {
    this.#options = options;
    void this.#connect();
  }

  /** Whether announcements arrive. */
  get isHeard(): boolean {
    return this.#isHeard;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#drop();
  }

  async #connect(): Promise<void> {
    const { default: pg } = await import("pg");
    if (this.#isClosed) return;
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: "galley hints",
    });
    this.#client = client;
    const lost = (): void => {
      if (this.#client !== client) return;
      void this.#drop();
      this.#later(() => this.#connect(), (this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)));
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#pauseMs = 100;
      this.#options.onGap();
      await this.#probe(client);
    } catch {
      lost(); // Polling goes on without it.
    }
  }

  /** Again and again: a pooler may be put in between, or a network may drop what is silent. */
  async #probe(client: Client): Promise<void> {
    const text = PROBE + newId();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const heard = new Promise<boolean>((resolve) => {
      this.#onProbe = (received) => {
        if (received === text) resolve(true);
      };
      timer = setTimeout(() => resolve(false), PROBE_WITHIN_MS);
      timer.unref();
    });
    const sent = this.#options.database.query(`SELECT pg_notify('${CHANNEL}', $1)`, [text]).then(
      () => true,
      () => false, // Says nothing about announcements.
    );
    const isHeard = (await sent) && (await heard);
    if (timer !== null) clearTimeout(timer);
    if (this.#client !== client) return; // Lost meanwhile: the next connection has a probe of its own.
    const wasHeard = this.#isHeard;
    this.#isHeard = isHeard;
    if (isHeard !== wasHeard) this.#options.onGap();
    this.#later(() => this.#probe(client), PROBE_EVERY_MS);
  }

  #hear(payload: string): void {
    if (payload.startsWith(PROBE)) return this.#onProbe?.(payload);
    if (this.#gathered.size === 0)
      setTimeout(() => {
        const ids = this.#gathered;
        this.#gathered = new Set();
        if (!this.#isClosed) this.#options.onHint(ids);
      }, GATHER_MS);
    this.#gathered.add(payload);
  }

  #later(work: () => Promise<void>, ms: number): void {
    if (this.#isClosed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void work(), ms);
    this.#timer.unref();
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#isHeard = false;
    await client?.end().catch(() => null);
  }
}
