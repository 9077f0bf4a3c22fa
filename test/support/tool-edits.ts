// Changes as the edits of one answer, numbered from 1.

import { requirePath } from "../../src/base/index.ts";
import type { Change, Edit, EditId } from "../../src/edits/index.ts";

export function toolEdits(changes: readonly (readonly [path: string, change: Change])[]): readonly Edit[] {
  return changes.map(([path, change], index) => ({
    id: String(index + 1) as EditId,
    path: requirePath(path).path,
    source: { format: "tool", from: 0, to: 0 },
    change,
  }));
}
