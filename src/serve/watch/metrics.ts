// Numbers about the server in the OpenMetrics text format. No label holds a name that someone chose: repositories,
// people and machines are counted, not named.

import type { QueueCount, StoreStatus } from "../../team/index.ts";

const COUNTERS = {
  galley_requests: "Requests by area and status.",
  galley_questions: "Questions that machines put, by what became of them.",
  galley_answers: "Answers of people, by what became of them.",
  galley_refused_sign_ins: "Requests of people whose token did not count, or who are blocked.",
  galley_deleted_contents: "Questions whose contents were deleted after their time.",
} as const;

type Counter = keyof typeof COUNTERS;
type Labels = Readonly<Record<string, string | number>>;

/** How things are at the moment of asking. */
export type Gauges = {
  readonly queue: readonly QueueCount[] | null;
  readonly status: StoreStatus;
  readonly now: Date;
};

export class Metrics {
  readonly #counts = new Map<Counter, Map<string, number>>();
  readonly #started = Date.now();
  streams = 0;

  add(counter: Counter, labels: Labels = {}, by = 1): void {
    const counts = this.#counts.get(counter) ?? new Map<string, number>();
    const key = labelled(labels);
    counts.set(key, (counts.get(key) ?? 0) + by);
    this.#counts.set(counter, counts);
  }

  text({ queue, status, now }: Gauges): string {
    const lines = Object.entries(COUNTERS).flatMap(([name, help]) => [
      `# TYPE ${name} counter`,
      `# HELP ${name} ${help}`,
      ...Array.from(this.#counts.get(name as Counter) ?? [], ([labels, count]) => `${name}_total${labels} ${count}`), // Keys of the table.
    ]);
    const gauge = (name: string, help: string, value: number): void => {
      lines.push(`# TYPE ${name} gauge`, `# HELP ${name} ${help}`, `${name} ${value}`);
    };
    gauge("galley_store_up", "1 when the store answered this scrape.", queue === null ? 0 : 1);
    if (queue !== null) {
      const oldest = Math.min(now.getTime(), ...queue.map((one) => Date.parse(one.oldest)));
      gauge("galley_open_questions", "Open questions.", queue.reduce((sum, { open }) => sum + open, 0)); // prettier-ignore
      gauge("galley_open_repositories", "Repositories with open questions.", queue.length);
      gauge("galley_oldest_question_seconds", "Age of the oldest open question.", (now.getTime() - oldest) / 1000);
    }
    gauge("galley_store_announces", "1 when the database announces changes; 0: changes show within the poll.", Number(status.announces)); // prettier-ignore
    gauge("galley_store_connections", "Connections to the database in use.", status.connections);
    gauge("galley_store_waiting", "Calls that wait for a connection.", status.waiting);
    gauge("galley_event_streams", "Open streams of events.", this.streams);
    gauge("process_resident_memory_bytes", "Resident memory.", process.memoryUsage.rss());
    gauge("process_start_time_seconds", "When the process started.", this.#started / 1000);
    return `${lines.join("\n")}\n# EOF\n`;
  }
}

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${String(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
