// The question before a read: what would be read, never its content.

import type { Digest, WorkspacePath } from "../base/index.ts";
import { sandboxOf } from "./names.ts";
import type { ReadPayload } from "./schema.ts";

export function readPayload(file: {
  readonly path: WorkspacePath;
  readonly approvalId: string;
  readonly digest: Digest;
  readonly lines: number | null;
  readonly bytes: number | null;
  readonly exists: boolean;
}): ReadPayload {
  return {
    type: "read",
    description: `Read ${file.path}`,
    path: file.path,
    sandbox: sandboxOf(file.path),
    approval_id: file.approvalId,
    digest: file.digest,
    risks: [],
    file_lines: file.lines,
    file_bytes: file.bytes,
    file_exists: file.exists,
  };
}
