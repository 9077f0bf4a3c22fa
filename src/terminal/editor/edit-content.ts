// A change in the person's own editor, before it is written. Nothing here writes to the workspace, and nothing but an
// editor that ended well counts as the person's word.

import { Bug } from "../../base/index.ts";
import type { EditOutcome, EditRequest } from "./types.ts";

/** Opens `content` in the editor and brings back what the person made of it. Never throws for what an editor may do. */
export async function editContent(_request: EditRequest): Promise<EditOutcome> {
  throw new Bug("the editor comes with the next commit");
}
