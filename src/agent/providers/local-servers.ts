// Servers for models on this machine, found on their default ports. Only asked what they have;
// nothing is sent to them.

import { PROVIDERS } from "./names.ts";

export type LocalServer = {
  readonly provider: string;
  readonly title: string;
  readonly baseUrl: string;
  /** Names of its models, sorted. */
  readonly models: readonly string[];
};

export type LookOptions = {
  readonly signal?: AbortSignal;
  /** A port that answers later than this counts as closed. */
  readonly patienceMs?: number;
  /** Instead of the ports they use by default. */
  readonly at?: readonly { readonly provider: string; readonly title: string; readonly baseUrl: string }[];
};

const MAX_MODELS = 200;

export async function findLocalServers({ signal, patienceMs = 700, at = DEFAULT }: LookOptions = {}): Promise<
  readonly LocalServer[]
> {
  const timeout = AbortSignal.timeout(patienceMs);
  const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const found = await Promise.all(at.map(async (place) => ({ ...place, models: await modelsAt(place.baseUrl, both) })));
  return found.flatMap(({ models, ...place }) => (models === null ? [] : [{ ...place, models }]));
}

const DEFAULT = PROVIDERS.flatMap(({ name, title, baseUrl, local }) =>
  local && baseUrl !== null ? [{ provider: name, title, baseUrl }] : [],
);

/** Null: no server is there, or something else is. */
async function modelsAt(baseUrl: string, signal: AbortSignal): Promise<readonly string[] | null> {
  try {
    const response = await fetch(`${baseUrl}/models`, { signal, redirect: "error" });
    if (!response.ok) return null;
    const list = ((await response.json()) as { data?: unknown } | null)?.data;
    if (!Array.isArray(list)) return null;
    const names = list.map((one) => (one as { id?: unknown } | null)?.id).filter((id) => typeof id === "string");
    return names.sort().slice(0, MAX_MODELS);
  } catch {
    return null; // A closed port, a slow one, or something that speaks another language.
  }
}
