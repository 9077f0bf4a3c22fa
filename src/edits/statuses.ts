// How a block of an answer can end: the one list of statuses, and which of them are what was asked for.
// Plain data: commands read it before any schema is loaded.

export const STATUSES = {
  APPLIED: { isDone: true },
  VALIDATED: { isDone: true },
  ALREADY_APPLIED: { isDone: true },
  FAILED: { isDone: false },
  SKIPPED: { isDone: false },
  NOT_IN_CONTEXT: { isDone: false },
} as const satisfies Readonly<Record<string, { readonly isDone: boolean }>>;

export type Status = keyof typeof STATUSES;

/** Whether a block's result is what was asked for: what exit code 0 needs of every block. */
export function isDone({ status }: { readonly status: Status }): boolean {
  return STATUSES[status].isDone;
}
