// What must be true after the soak: every question has one outcome, which its asker got; every approved change was written
// once; the audit is complete.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../../src/inbox/index.ts";
import { verifyAudit, type TeamStore } from "../../src/team/index.ts";

type Line = { readonly id: string; readonly number?: number; readonly outcome?: Outcome; readonly won?: unknown };

/** `problems` is empty when all is well. */
export async function check(folder: string, store: TeamStore) {
  const problems: string[] = [];
  const names = readdirSync(folder);
  for (const name of names.filter((one) => one.endsWith(".failed")))
    problems.push(`${name}: ${readFileSync(join(folder, name), "utf8")}`);
  const linesOf = (name: string): Line[] => lines(join(folder, name)).map((line) => JSON.parse(line) as Line);
  const logs = names.filter((name) => name.endsWith(".log"));
  const won = new Map<string, string>();
  for (const { id, won: decision } of logs.flatMap(linesOf)) {
    if (decision === undefined) continue;
    if (won.has(id)) problems.push(`${id} was answered twice`);
    won.set(id, JSON.stringify(decision));
  }
  let [answered, expired, written, asked, askedOverHttp] = [0, 0, 0, 0, 0];
  for (const log of logs.filter((name) => name.startsWith("asker"))) {
    const asker = log.slice(0, -".log".length);
    const approved = new Set<number>();
    const seen = new Map<number, string>();
    for (const { id, number, outcome } of linesOf(log)) {
      const kept = await store.questions.read(id);
      const now = kept.kind === "unknown" ? null : kept.outcome;
      if (outcome?.kind === "closed" ? now?.kind !== "closed" : now?.kind !== "answered")
        problems.push(`${id} was lost`);
      const decision = now?.kind === "answered" ? JSON.stringify(now.decision) : null;
      if (outcome?.kind === "answered" && decision !== JSON.stringify(outcome.decision))
        problems.push(`${id} has another answer`);
      if (won.has(id) && won.get(id) !== decision) problems.push(`${id} was won by an answer that does not count`);
      // Killed before it noted that it was done, it got the same outcome again.
      const before = seen.get(number!);
      if (before !== undefined && before !== JSON.stringify(outcome)) problems.push(`${id} ended twice`);
      if (before === undefined) {
        if (outcome?.kind === "answered") answered += 1;
        else expired += 1;
      }
      seen.set(number!, JSON.stringify(outcome));
      if (now?.kind === "answered" && now.result === "applied") approved.add(number!);
    }
    const next = existsSync(join(folder, `${asker}.next`))
      ? Number(readFileSync(join(folder, `${asker}.next`), "utf8"))
      : 0;
    asked += next;
    if (existsSync(join(folder, `${asker}.http`))) askedOverHttp += next;
    const writes = lines(join(folder, `${asker}.written`)).map(Number);
    for (let number = 0; number < next; number += 1) {
      if (!seen.has(number)) problems.push(`${asker} never learned what became of ${number}`);
      const text = readFileSync(join(folder, `${asker}.${number}.txt`), "utf8");
      if (text !== (approved.has(number) ? `new ${number}\n` : `old ${number}\n`))
        problems.push(`${asker} wrote ${number} wrongly`);
    }
    written += new Set(writes).size;
    // A kill between the note and the write makes a second note, and still one write.
    for (const number of writes) if (!approved.has(number)) problems.push(`${asker} wrote ${number} unasked`);
  }
  const { rows, problems: broken } = await verifyAudit(await store.audit.snapshot());
  for (const { repository, seq, problem } of broken) problems.push(`audit of ${repository}, ${seq}: ${problem}`);
  const twice = await answersPerQuestion(store);
  for (const id of twice) problems.push(`${id} has two answers in the audit`);
  return { asked, askedOverHttp, answered, expired, written, auditRows: rows, problems };
}

async function answersPerQuestion(store: TeamStore): Promise<readonly string[]> {
  const ended = new Set<string>();
  const twice: string[] = [];
  const { rows } = await store.audit.snapshot();
  for await (const { body } of rows) {
    const { event, question } = JSON.parse(body) as { readonly event: string; readonly question: string };
    if (event !== "answered" && event !== "closed") continue;
    if (ended.has(question)) twice.push(question);
    ended.add(question);
  }
  return twice;
}

function lines(path: string): readonly string[] {
  return existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
