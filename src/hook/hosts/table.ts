// Every host, by name. A host is mentioned here and in its own file, and nowhere else.

import type { Host, Message } from "../types.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";

const HOSTS: readonly Host[] = [claudeCode, codex, gemini, cursor, copilot, opencode];

export const HOST_NAMES: readonly string[] = HOSTS.map(({ name }) => name);

export function findHost(name: string): Host | null {
  return HOSTS.find((host) => host.name === name) ?? null;
}

/** The host that sent the message: some run the hooks that are set up for another one. */
export function senderOf(message: Message, named: Host): Host {
  if (named !== claudeCode) return named;
  return HOSTS.find((host) => host.recognises(message)) ?? named;
}
