// `galley/commit`: from a plan to a receipt, and back.

export { blockResults, carryOut, prepare, recover, undo } from "../commit/index.ts";
export type {
  BlockResult,
  Carried,
  CarryOutOptions,
  FileOutcome,
  OpenRoot,
  Receipt,
  ReceiptId,
  Status,
  Undone,
} from "../commit/index.ts";
