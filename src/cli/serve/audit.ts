// `galley serve audit`: whether the audit is complete and unchanged, and the whole of it as lines of JSON.

import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { counted, failure } from "../../base/index.ts";
import { verifyAudit, type AuditHead, type AuditProblem } from "../../team/index.ts";
import { plain, reveal, revealJson } from "../../text/index.ts";
import { codeOf } from "../doctor/check.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import type { Settings } from "../settings.ts";
import { printJson, printLines, printWhileRead } from "../text-io.ts";
import { withStore } from "./administer.ts";

const HeadsSchema = z.object({
  heads: z.array(z.object({ repository: z.string(), seq: z.int(), hash: z.string() })),
});

export async function administerAudit(
  { values }: Arguments,
  settings: Settings,
  { url, words }: { readonly url: string; readonly words: readonly string[] },
): Promise<number> {
  const [action, ...more] = words;
  if ((action !== "verify" && action !== "export") || more.length > 0)
    throw new UsageError("serve audit takes verify or export");
  const [repository, ...others] = values.get("--repository") ?? [];
  if (others.length > 0) throw new UsageError("serve audit takes one --repository");
  const heads = values.get("--heads")?.[0];
  if (heads !== undefined && action !== "verify") throw new UsageError("--heads belongs to serve audit verify");
  return action === "verify"
    ? verify(settings, { url, repository, kept: heads === undefined ? [] : readHeads(heads, repository) })
    : exportRows(url, repository);
}

/** Exit code 1 when something is wrong with it. */
async function verify(
  { json, quiet }: Settings,
  options: { readonly url: string; readonly repository: string | undefined; readonly kept: readonly AuditHead[] },
): Promise<number> {
  return withStore(options.url, async ({ audit }) => {
    const report = await verifyAudit(await audit.snapshot(options.repository), options.kept);
    const isWell = report.problems.length === 0;
    if (json) await printJson(report);
    else if (!isWell) await printLines(report.problems.map((problem) => reveal(describe(problem))));
    else if (!quiet) {
      const rows = counted(report.rows, "row");
      await printLines([
        plain`The audit is complete and unchanged: ${reveal(rows)}. Keep what --json prints elsewhere.`,
      ]);
    }
    return isWell ? 0 : 1;
  });
}

async function exportRows(url: string, repository: string | undefined): Promise<number> {
  return withStore(url, async ({ audit }) => {
    const { rows } = await audit.snapshot(repository);
    for await (const row of rows) if (!(await printWhileRead(plain`${revealJson(row)}\n`))) return 1;
    return 0;
  });
}

/** What `verify --json` printed earlier. */
function readHeads(file: string, repository: string | undefined): readonly AuditHead[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw failure("INVALID_ARG", `The file of --heads cannot be read (${codeOf(error)}): ${file}`, { cause: error });
  }
  try {
    const { heads } = HeadsSchema.parse(JSON.parse(text));
    return repository === undefined ? heads : heads.filter((head) => head.repository === repository);
  } catch (error) {
    throw failure("INVALID_ARG", "The file of --heads is not what galley serve audit verify --json prints.", {
      cause: error,
    });
  }
}

const PROBLEMS: Readonly<Record<AuditProblem["problem"], string>> = {
  missing: "rows before this one are missing, or it was moved",
  changed: "the row was changed",
  "cut-off": "rows are missing from here to the end",
  "beyond-head": "rows were added that galley did not write",
  "other-history": "the history that was kept elsewhere is not this one",
};

function describe({ repository, seq, problem }: AuditProblem): string {
  return `${repository}, row ${seq}: ${PROBLEMS[problem]}.`;
}
