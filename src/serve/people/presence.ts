// While a person's page is open here, this server counts as a reviewer who could answer: askers say so to their users.

import { randomBytes } from "node:crypto";
import { isFailure } from "../../base/index.ts";
import type { InboxTransport } from "../../team/index.ts";

export class Presence {
  readonly #transport: InboxTransport;
  readonly #lease = randomBytes(16).toString("hex");
  #pages = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(transport: InboxTransport) {
    this.#transport = transport;
  }

  /** Returns how to leave. */
  enter(): () => void {
    this.#pages += 1;
    if (this.#timer === null) void this.#beat();
    return () => {
      this.#pages -= 1;
    };
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#pages = 0;
    await this.#quietly(() => this.#transport.end(this.#lease));
  }

  async #beat(): Promise<void> {
    let beatMs = RETRY_MS;
    await this.#quietly(async () => {
      if (this.#pages > 0) ({ beatMs } = await this.#transport.beat(this.#lease, "web"));
      else await this.#transport.end(this.#lease);
    });
    this.#timer = this.#pages > 0 ? setTimeout(() => void this.#beat(), beatMs) : null;
    this.#timer?.unref();
  }

  /** While the database is away no one can be asked either. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isFailure(error, "IO")) throw error;
    }
  }
}

const RETRY_MS = 1_000;
