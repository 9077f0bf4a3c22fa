export type { BlockResult, FileOutcome, Receipt, ReceiptId, Status } from "./types.ts";
