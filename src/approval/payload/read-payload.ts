// The question before a read: what would be read, never its content.

import type { Digest, Target } from "../../base/index.ts";
import { withTarget } from "./describe.ts";
import { sandboxOf } from "../names.ts";
import type { ReadPayload } from "../schema.ts";
import { targetField } from "./target-field.ts";

export function readPayload(file: {
  readonly tool: NonNullable<ReadPayload["tool"]>;
  readonly target: Target;
  readonly approvalId: string;
  readonly digest: Digest;
  readonly lines: number | null;
  readonly bytes: number | null;
  readonly exists: boolean;
}): ReadPayload {
  const { path, real } = file.target;
  return {
    type: "read",
    description: `Read ${withTarget(path, real)}`,
    path,
    ...targetField(file.target),
    sandbox: sandboxOf(path),
    approval_id: file.approvalId,
    digest: file.digest,
    risks: [],
    tool: file.tool,
    file_lines: file.lines,
    file_bytes: file.bytes,
    file_exists: file.exists,
  };
}
