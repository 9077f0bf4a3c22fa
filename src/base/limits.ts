// Limits that a user meets, once: the code that keeps them, the messages that name them and docs/limits.md read this
// table. Plain data. What only bounds the work inside one file is a constant of that file.

type Limit = { readonly value: number; readonly unit: "bytes" | "files" };

export const LIMITS = {
  fileBytes: { value: 32 * 1024 * 1024, unit: "bytes" },
  configBytes: { value: 1024 * 1024, unit: "bytes" },
} as const satisfies Readonly<Record<string, Limit>>;
