// What `galley serve` can be asked to do, and which options belong to each: its help and its checks read this table.

import type { ActionSpec } from "../arguments.ts";

/** `--store` belongs to all. The server itself has no word. */
export const SERVE_ACTIONS: Readonly<Record<string, ActionSpec>> = {
  migrate: {
    usage: "galley serve migrate",
    summary: "make the tables of the team's database, or bring them up to date; safe to run twice",
    options: [],
    examples: ["GALLEY_STORE=postgres://galley:PASSWORD@db.example.com/galley galley serve migrate"],
  },
  token: {
    usage: "galley serve token create NAME | list | revoke NAME",
    summary: "the tokens with which machines ask; a token is shown once, can ask and never answer",
    options: ["--out", "--owner", "--repository"],
    examples: [
      "galley serve token create ci --repository 'github.com/acme/*' --out ci.token",
      "galley serve token create laptop --owner 'https://id.example.com 8f14e45f' --out laptop.token",
      "galley serve token revoke ci",
    ],
  },
  people: {
    usage: "galley serve people [list | block ID | unblock ID]",
    summary: "those who have signed in; one who is blocked can neither read nor answer, and their votes are taken back",
    options: [],
    examples: ["galley serve people", "galley serve people block 'https://id.example.com 8f14e45f'"],
  },
  audit: {
    usage: "galley serve audit verify | export",
    summary: "whether the audit is complete and unchanged, and all of it as lines of JSON",
    options: ["--repository", "--heads"],
    examples: ["galley serve audit verify --json > heads.json", "galley serve audit verify --heads heads.json"],
  },
};

/** Of the server itself. */
export const SERVER_OPTIONS: readonly string[] = [
  "--listen",
  "--url",
  "--issuer",
  "--audience",
  "--keys",
  "--tls-cert",
  "--tls-key",
  "--behind-proxy",
];
