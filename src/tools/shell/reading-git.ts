// Git's commands that only read, and with which options. Data, like reading-commands.ts. Options that write (--output),
// run a program (--ext-diff, -O of grep) or look outside the repository (--no-index) are left out on purpose.

import { words, type Reads } from "./arguments.ts";
import { GREP } from "./reading-commands.ts";

// Placeholders that have a signature checked, by a program.
const SIGNATURE = /%[-+ ]?G|%\(\*?signature/;

const LOG: Reads = {
  never: SIGNATURE,
  short: "pusiEFzwbRMCcq",
  shortWith: "nSGUL",
  textValues: [
    "-S",
    "-G",
    "--grep",
    "--author",
    "--committer",
    "--format",
    "--pretty",
    "--since",
    "--until",
    "--after",
    "--before",
    "--date",
  ],
  number: true,
  long: words(`
      oneline graph decorate? no-decorate all branches? tags? remotes? stat? shortstat numstat dirstat?
      summary name-only name-status patch no-patch patch-with-stat raw max-count= skip= since= after= until=
      before= author= committer= grep= all-match invert-grep regexp-ignore-case no-merges merges first-
      parent follow reverse format= pretty? abbrev-commit no-abbrev-commit abbrev? date= relative-date
      cached staged word-diff? color? no-color color-words? color-moved? ignore-all-space ignore-space-
      change ignore-space-at-eol ignore-blank-lines unified= find-renames? find-copies? no-renames diff-
      filter= check exit-code quiet no-ext-diff no-textconv full-history topo-order date-order author-date-
      order minimal patience histogram diff-algorithm= inter-hunk-context= function-context relative? full-
      index binary merge-base source left-right cherry-pick cherry-mark boundary simplify-by-decoration
      ancestry-path compact-summary pickaxe-regex pickaxe-all text no-prefix submodule? ignore-submodules?
      no-notes notes? walk-reflogs count children parents objects
    `),
};

/** Git's own commands, by name. Options before the command (`-c`, `-C`, `--exec-path`) are never known. */
export const READING_GIT: Readonly<Record<string, Reads>> = {
  blame: {
    short: "bceflMnpstwC",
    shortWith: "L",
    long: words("date= porcelain line-porcelain show-name show-email root abbrev="),
  },
  branch: {
    never: SIGNATURE,
    short: "avrqil",
    long: words(`
      all list remotes verbose show-current contains? no-contains? merged? no-merged? sort= format= column?
      no-column color? no-color points-at=
    `),
    operandsNeed: ["--list", "-l", "--contains", "--no-contains", "--merged", "--no-merged"],
  },
  "cat-file": { short: "epst", most: 1, least: 1 },
  "check-ignore": { short: "vnq", long: words("verbose non-matching no-index quiet") },
  "count-objects": { short: "vH", most: 0 },
  describe: {
    long: words(`
      tags all always long abbrev= dirty? match= exclude= contains exact-match first-parent candidates=
    `),
  },
  diff: LOG,
  grep: {
    ...GREP,
    long: [
      ...(GREP.long ?? []),
      ...words(`
      cached untracked heading break show-function function-context name-only and or not all-match max-
      depth= column
    `),
    ],
  },
  log: LOG,
  "ls-files": {
    short: "cdmosuvtikz",
    shortWith: "x",
    long: words(`
      cached deleted modified others ignored stage unmerged killed exclude= exclude-standard error-unmatch
      full-name directory no-empty-directory deduplicate eol recurse-submodules
    `),
  },
  "ls-tree": {
    short: "drtlz",
    long: words("long name-only name-status full-name full-tree abbrev? object-only"),
    least: 1,
  },
  "merge-base": { short: "a", long: words("all octopus is-ancestor independent") },
  "name-rev": { long: words("tags name-only always") },
  reflog: { ...LOG, never: /%[-+ ]?G|^(expire|delete|drop|write)$/, operand: /^show$|^HEAD|^@/ },
  remote: { short: "v", long: words("verbose"), most: 0 },
  "rev-list": LOG,
  "rev-parse": {
    short: "q",
    long: words(`
      show-toplevel abbrev-ref? short? verify quiet is-inside-work-tree is-bare-repository git-dir show-
      prefix show-cdup symbolic-full-name branches? tags? remotes? all
    `),
  },
  shortlog: {
    never: SIGNATURE,
    short: "nsec",
    shortWith: "w",
    long: words("numbered summary email committer no-merges all since= until= group="),
    least: 1,
    textValues: ["--since", "--until"],
  },
  show: LOG,
  "show-ref": { short: "hdsq", long: words("head heads tags branches dereference verify quiet") },
  status: {
    short: "sbvzu",
    joinedShort: ["uno", "unormal", "uall"],
    long: words(`
      short branch show-stash porcelain? long verbose untracked-files? ignored? column? no-column ahead-
      behind no-ahead-behind renames no-renames ignore-submodules?
    `),
  },
  tag: {
    never: SIGNATURE,
    short: "li",
    shortWith: "n",
    long: words(`
      list sort= format= contains? no-contains? merged? no-merged? points-at= column? no-column color?
    `),
    operandsNeed: ["-l", "--list", "--contains", "--no-contains", "--merged", "--no-merged"],
  },
  "for-each-ref": {
    never: SIGNATURE,
    textValues: ["--format"],
    long: words("count= sort= format= color? points-at= merged? no-merged? contains? no-contains? ignore-case"),
  },
  version: { long: words("build-options"), most: 0 },
};

/** Git commands of two words; the rest of the arguments is checked like any other's. */
export const READING_GIT_PAIRS: Readonly<Record<string, Reads>> = {
  // Names whose values are no secrets.
  "config --get": {
    most: 1,
    operand:
      /^(user\.(name|email)|remote\.[\w-]+\.url|branch\.[\w./-]+\.(remote|merge)|init\.defaultBranch|core\.\w+)$/i,
  },
  "remote get-url": { long: words("push all"), most: 1 },
  "stash list": LOG,
  "stash show": LOG,
  "worktree list": { short: "vz", long: words("porcelain verbose"), most: 0 },
};
