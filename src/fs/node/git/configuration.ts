// What of git's configuration staging has to know, from the list that `git config --list -z` prints for every level. Of
// all keys only those that say how names and texts are read are handed on to the git that computes.

import { RepositoryError, type RepositoryFacts } from "../../repository.ts";

/** The last value of each key; null for a key without one, which means true. */
export type Configuration = ReadonlyMap<string, string | null>;

export function readConfiguration(listed: Buffer): Configuration {
  const entries = listed
    .toString("utf8")
    .split("\0")
    .slice(0, -1)
    .map((entry) => {
      const end = entry.indexOf("\n");
      return end < 0 ? ([entry, null] as const) : ([entry.slice(0, end), entry.slice(end + 1)] as const);
    });
  return new Map(entries);
}

/** Throws RepositoryError where the configuration asks for something that staging does not do. */
export function factsIn(configuration: Configuration): RepositoryFacts {
  if (configuration.has("attr.tree"))
    throw new RepositoryError("attr.tree is set, and galley reads attributes only from the folder");
  const shared = configuration.get("core.sharedrepository");
  if (shared !== undefined && !isFalse(shared) && shared !== "umask")
    throw new RepositoryError("the repository is shared with other users (core.sharedRepository)");
  const isOn = (key: string): boolean => configuration.has(key) && !isFalse(configuration.get(key) ?? null);
  return {
    autocrlf: isOn("core.autocrlf"),
    fileMode: !configuration.has("core.filemode") || isOn("core.filemode"),
    sparse: isOn("core.sparsecheckout"),
    filters: new Set([...configuration.keys()].flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? [])),
  };
}

export function settingsIn(configuration: Configuration): Configuration {
  return new Map(SETTINGS.flatMap((key) => (configuration.has(key) ? [[key, configuration.get(key) ?? null]] : [])));
}

const SETTINGS = [
  "core.attributesfile",
  "core.autocrlf",
  "core.checkroundtripencoding",
  "core.checkstat",
  "core.eol",
  "core.excludesfile",
  "core.filemode",
  "core.ignorecase",
  "core.precomposeunicode",
  "core.symlinks",
  "core.trustctime",
];

function isFalse(value: string | null): boolean {
  return value !== null && /^(false|no|off|0*|)$/i.test(value);
}
