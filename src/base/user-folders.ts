// The person's own folders, by the XDG base directory rules: only an absolute path counts. A relative one would mean
// another folder wherever galley is started, and in a workspace that is a stranger's to fill. The same goes for HOME.

export type FolderFacts = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The home folder as the system knows it, not as HOME says; null when the system does not know this user. */
  readonly systemHome: () => string | null;
};

/** The variables that are honoured, each with its default below the home folder. */
const FOLDERS = { XDG_CONFIG_HOME: ".config", XDG_STATE_HOME: ".local/state" } as const;

/** Absolute; null when neither the variable nor the home folder says where. */
export function userFolder(name: keyof typeof FOLDERS, facts: FolderFacts): string | null {
  const given = facts.environment[name];
  if (given !== undefined && isAbsolute(given)) return given;
  const home = homeFolder(facts);
  return home === null ? null : `${home.replace(/[/\\]+$/, "")}/${FOLDERS[name]}`;
}

export function homeFolder({ environment, systemHome }: FolderFacts): string | null {
  const home = environment["HOME"];
  if (home !== undefined && isAbsolute(home)) return home;
  const known = systemHome();
  return known !== null && isAbsolute(known) ? known : null;
}

/** The variables that are set and do not count. An empty one is as good as none. */
export function ignoredFolders({ environment }: Pick<FolderFacts, "environment">): readonly string[] {
  return [...Object.keys(FOLDERS), "HOME"].filter((name) => {
    const value = environment[name];
    return value !== undefined && value !== "" && !isAbsolute(value);
  });
}

/** From the root of a POSIX system, or of a drive or share of Windows. */
function isAbsolute(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}
