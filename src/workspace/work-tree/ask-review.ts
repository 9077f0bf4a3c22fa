// Asks a person about the changes that are on disk already. The same for every surface; nothing is written here.

import { notShownOf, payloadOf, type Decision, type Reviewer } from "../../approval/index.ts";
import { serveChunks } from "../../ask/index.ts";
import { newId } from "../../base/index.ts";
import type { WorkTreeChanges } from "./read-changes.ts";

export async function askReview(
  reviewer: Reviewer,
  { plan, named }: WorkTreeChanges,
  { signal }: { readonly signal: AbortSignal },
): Promise<Decision> {
  const payload = payloadOf(plan, plan.files, { approvalId: newId(), notShown: notShownOf(named) });
  const { fetch, close } = serveChunks(payload, plan.files);
  try {
    return await reviewer.ask(payload, { signal, purpose: "work-tree", ...(fetch && { fetch }) });
  } finally {
    close();
  }
}
