// What keeps a program from running a hook that is in its settings, as far as its files show it: the program skips the whole
// file, or one of the files it reads switches hooks off.

import { isFailure } from "../../base/index.ts";
import { switchedOffBy, unreadBecause, type Integration, type Place } from "../../install/index.ts";
import { readSettings, type SettingsFile } from "./settings-file.ts";

/** Sentences, each with its file. `own` is the file with the entry. */
export function unenforced(integration: Integration, place: Place, own: SettingsFile): readonly string[] {
  if (own.text === null) return [];
  const unread = unreadBecause(integration, own.text);
  const others = (integration.alsoReads?.(place) ?? []).filter((path) => path !== own.path);
  return [
    ...(unread === null ? [] : [`${own.path}: ${unread}`]),
    ...offIn(own.path, own.text, integration),
    ...new Set(others.flatMap((path) => offIn(path, textAt(path), integration))),
  ];
}

function offIn(path: string, text: string | null, integration: Integration): readonly string[] {
  const off = text === null ? null : switchedOffBy(integration, text);
  return off === null ? [] : [`${path}: ${off}`];
}

/** Null for a file that is not there, or that no program can read either. */
function textAt(path: string): string | null {
  try {
    return readSettings(path).text;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
