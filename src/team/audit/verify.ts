// Whether an audit is complete and unchanged: rows against each other, against the heads in the store, and against heads
// that were kept elsewhere. Reads each row once and keeps one hash per repository. Changes nothing.

import { CHAIN_START, chainHash, type AuditHead, type AuditRow } from "./entry.ts";

/** One thing that is wrong with an audit. */
export type AuditProblem = {
  readonly repository: string;
  /** The row where it shows. */
  readonly seq: number;
  readonly problem:
    /** Rows before this one are missing, or it was moved here. */
    | "missing"
    /** The row, or its hash, is not what was written. */
    | "changed"
    /** The chain ends before its head. */
    | "cut-off"
    /** Rows after the head: they were added past the store. */
    | "beyond-head"
    /** A head that was kept elsewhere is not part of this chain. */
    | "other-history";
};

/** An audit as it was at one moment. */
export type AuditSnapshot = {
  readonly heads: readonly AuditHead[];
  /** Each repository in the order of its chain; repositories may be mixed. To be read once. */
  readonly rows: AsyncIterable<AuditRow>;
};

export type AuditReport = {
  readonly rows: number;
  /** Where each chain ends now, to be kept elsewhere. */
  readonly heads: readonly AuditHead[];
  /** At most one per repository from its rows; empty: all is well. */
  readonly problems: readonly AuditProblem[];
};

/** `kept`: heads of earlier reports that were kept elsewhere. Throws what reading the rows throws. */
export async function verifyAudit(
  { rows, heads }: AuditSnapshot,
  kept: readonly AuditHead[] = [],
): Promise<AuditReport> {
  const ends = new Map<string, AuditHead>();
  const broken = new Map<string, AuditProblem>();
  const unproven = new Map(kept.map((head) => [nameOf(head), head]));
  let count = 0;
  for await (const row of rows) {
    count += 1;
    const { repository, seq, hash } = row;
    if (broken.has(repository)) continue;
    const before = ends.get(repository) ?? { seq: 0, hash: CHAIN_START };
    if (seq !== before.seq + 1) broken.set(repository, { repository, seq, problem: "missing" });
    else if (chainHash(before.hash, row) !== hash) broken.set(repository, { repository, seq, problem: "changed" });
    else {
      ends.set(repository, { repository, seq, hash });
      unproven.delete(nameOf(row));
    }
  }
  for (const problem of endProblems(ends, heads))
    if (!broken.has(problem.repository)) broken.set(problem.repository, problem);
  const other = Array.from(unproven.values(), ({ repository, seq }) => ({
    repository,
    seq,
    problem: "other-history" as const,
  }));
  return { rows: count, heads: [...ends.values()], problems: [...broken.values(), ...other] };
}

function endProblems(ends: ReadonlyMap<string, AuditHead>, heads: readonly AuditHead[]): readonly AuditProblem[] {
  const stored = new Map(heads.map((head) => [head.repository, head]));
  const problems: AuditProblem[] = [];
  for (const { repository, seq, hash } of heads) {
    const end = ends.get(repository);
    if ((end?.seq ?? 0) < seq) problems.push({ repository, seq: (end?.seq ?? 0) + 1, problem: "cut-off" });
    else if (end?.seq !== seq || end.hash !== hash) problems.push({ repository, seq, problem: "beyond-head" });
  }
  for (const { repository, seq } of ends.values())
    if (!stored.has(repository)) problems.push({ repository, seq, problem: "beyond-head" });
  return problems;
}

/** With its hash: two heads kept of the same place are two claims. */
function nameOf({ repository, seq, hash }: AuditHead): string {
  return JSON.stringify([repository, seq, hash]);
}
