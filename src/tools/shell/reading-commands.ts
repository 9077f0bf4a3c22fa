// Programs that only read, and with which arguments. Data: what is not here is not known, and what is not known asks.
// Left out on purpose: whatever can run a program, write a file, show secrets of the environment, or reach the network.

import { words, type Reads } from "./arguments.ts";
import { JQ_LOOKS_AROUND } from "./small-programs.ts";

const NONE: Reads = { most: 0 };
const COUNT = /^[+-]?\d+[A-Za-z]{0,3}$/;
const CHECKSUM: Reads = {
  short: "bctwz",
  long: words("binary check tag text quiet status ignore-missing"),
};

/** git grep takes the same. */
export const GREP: Reads = {
  short: "EFGPHILabchilnoqrRsvwxyzZ",
  shortWith: "eABCmfd",
  long: words(`
      extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-
      regexp line-regexp count color? colour? files-with-matches files-without-match max-count= only-
      matching quiet silent no-messages line-number with-filename no-filename after-context= before-context=
      context= recursive dereference-recursive include= exclude= exclude-dir= regexp= file= text null byte-
      offset initial-tab
    `),
  number: true,
  text: 1,
  textBy: ["-e", "--regexp", "-f", "--file"],
  dashValues: ["-e", "--regexp"],
};

const RIPGREP: Reads = {
  short: "nNisSwxvclLoqFUuHIp.0a",
  shortWith: "ABCegtTmMrjfd",
  long: words(`
      line-number no-line-number ignore-case case-sensitive smart-case word-regexp line-regexp invert-match
      count count-matches files-with-matches files-without-match only-matching quiet fixed-strings multiline
      multiline-dotall hidden no-hidden no-ignore no-ignore-vcs unrestricted with-filename no-filename
      pretty heading no-heading column vimgrep trim stats json files type-list no-config crlf null text
      after-context= before-context= context= regexp= glob= iglob= type= type-not= max-count= max-columns=
      max-depth= replace= threads= file= color= sort= sortr= max-filesize= passthru no-messages
    `),
  text: 1,
  textBy: ["-e", "--regexp", "-f", "--file", "--files", "--type-list"],
  textValues: ["-r", "--replace", "-g", "--glob", "--iglob"],
  dashValues: ["-e", "--regexp"],
};

const FIND: Reads = {
  short: "HLP",
  expressions: {
    ...taking(
      1,
      `
      -name -iname -path -ipath -wholename -regex -iregex -regextype -type -xtype -maxdepth -mindepth -size
      -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -samefile -perm -user -group -links
      -inum -lname -ilname -printf -newermt -newerct -iwholename
    `,
    ),
    ...taking(
      0,
      `
      -empty -readable -writable -executable -nouser -nogroup -print -print0 -ls -prune -depth -xdev -mount
      -not -o -or -a -and -true -false -quit -daystart
    `,
    ),
  },
};

// -x and -X run programs, and so does -l.
const FD: Reads = {
  short: "HIsigaLpuF0",
  shortWith: "detESc",
  textValues: ["-E", "-S", "--exclude", "--size", "--changed-within", "--changed-before"],
  long: words(`
      hidden no-ignore no-ignore-vcs case-sensitive ignore-case glob regex fixed-strings absolute-path
      follow full-path print0 max-depth= min-depth= exact-depth= exclude= type= extension= size= color=
      changed-within= changed-before= unrestricted
    `),
  text: 1,
};

/** By the program's name. Git's commands are in reading-git.ts. */
export const READING_COMMANDS: Readonly<Record<string, Reads>> = {
  arch: NONE,
  b2sum: CHECKSUM,
  base64: { short: "d", shortWith: "w", long: words("decode wrap="), most: 1 },
  basename: { short: "az", shortWith: "s", long: words("multiple suffix= zero") },
  cat: {
    short: "AbeEnstTuv",
    long: words(`
      number number-nonblank show-all show-ends show-tabs show-nonprinting squeeze-blank
    `),
  },
  cd: { most: 1, least: 1, operand: /^[^-]/ },
  cksum: {},
  cmp: { short: "bls", shortWith: "in", most: 2 },
  column: { short: "tx", shortWith: "scN", textValues: ["-s", "-N"], long: words("table separator=") },
  comm: { short: "123z", most: 2 },
  cut: {
    short: "snz",
    shortWith: "bcdf",
    textValues: ["-d", "--delimiter", "--output-delimiter"],
    long: words(`
      bytes= characters= delimiter= fields= only-delimited complement output-delimiter=
    `),
  },
  date: {
    short: "uR",
    shortWith: "d",
    joinedShort: words("I Idate Ihours Iminutes Iseconds Ins"),
    textValues: ["-d", "--date"],
    long: words("utc universal date= iso-8601? rfc-email rfc-3339="),
    most: 1,
    operand: /^\+/,
  },
  df: { short: "ahiHklmPT", long: words("human-readable inodes local portability print-type total") },
  diff: {
    short: "abBcdeEiNqrstuwyZ",
    shortWith: "UCWxIF",
    long: words(`
      brief recursive unified? context? side-by-side ignore-case ignore-all-space ignore-space-change
      ignore-blank-lines ignore-trailing-space strip-trailing-cr text report-identical-files new-file width=
      exclude= color? minimal suppress-common-lines normal ed
    `),
    most: 2,
  },
  dirname: { short: "z", long: words("zero") },
  du: {
    short: "abchHklLmsSx0",
    shortWith: "dtB",
    long: words(`
      all apparent-size bytes total human-readable max-depth= summarize separate-dirs si exclude= one-file-
      system
    `),
  },
  echo: { onlyPrints: true },
  egrep: GREP,
  expand: { short: "i", shortWith: "t" },
  false: NONE,
  fgrep: GREP,
  fd: FD,
  fdfind: FD,
  file: {
    short: "bhiLkN",
    long: words("brief mime mime-type mime-encoding dereference no-dereference keep-going"),
  },
  find: FIND,
  fold: { short: "bs", shortWith: "w" },
  free: { short: "bghkmtw", long: words("human total wide mega giga kilo"), most: 0 },
  grep: GREP,
  groups: NONE,
  head: {
    short: "qvz",
    shortWith: "cn",
    long: words("bytes= lines= quiet silent verbose"),
    value: COUNT,
    number: true,
  },
  hexdump: { short: "bcCdovx", shortWith: "ns" },
  // Its other options ask a name server.
  hostname: { short: "sI", most: 0 },
  id: { short: "gGnru", most: 0 },
  jq: {
    short: "acCeMnrsSj",
    long: words(`
      ascii-output compact-output color-output monochrome-output exit-status null-input raw-output slurp
      sort-keys join-output tab
    `),
    expressions: { "--arg": 2, "--argjson": 2 },
    never: JQ_LOOKS_AROUND,
    text: 1,
  },
  ls: {
    short: "1aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ",
    shortWith: "IwT",
    long: words(`
      all almost-all author classify? color? directory full-time group-directories-first human-readable si
      inode ignore= hide= format= indicator-style= literal dereference numeric-uid-gid no-group quote-name
      reverse recursive size sort= time= time-style= width= zero
    `),
  },
  md5sum: CHECKSUM,
  nl: { short: "p", shortWith: "bdfhilnsvw", textValues: ["-b", "-d", "-s"] },
  nproc: { long: words("all"), most: 0 },
  od: { short: "abcdfhiloxsv", shortWith: "AjNStw" },
  paste: { short: "sz", shortWith: "d", textValues: ["-d"] },
  printf: { text: Infinity },
  ps: { short: "AefFlx", most: 1, operand: /^aux?$|^x$/ },
  pwd: { short: "LP", most: 0 },
  readlink: {
    short: "efmnqsvz",
    long: words("canonicalize canonicalize-existing canonicalize-missing no-newline"),
  },
  realpath: {
    short: "emLPqsz",
    long: words(`
      relative-to= relative-base= canonicalize-existing canonicalize-missing no-symlinks
    `),
  },
  rev: {},
  rg: RIPGREP,
  sed: { short: "nEr", most: Infinity, least: 1, text: 1 },
  seq: { short: "w", shortWith: "fs", textValues: ["-s", "-f"] },
  sha1sum: CHECKSUM,
  sha256sum: CHECKSUM,
  sha512sum: CHECKSUM,
  sort: {
    short: "bcCdfghiMmnrRsuVz",
    shortWith: "kt",
    textValues: ["-t", "--field-separator"],
    long: words(`
      numeric-sort reverse unique key= field-separator= ignore-case human-numeric-sort version-sort stable
      check
    `),
  },
  stat: {
    short: "fLt",
    shortWith: "c",
    textValues: ["-c", "--format", "--printf"],
    long: words("format= printf= dereference file-system terse"),
  },
  // @file stands for the options written in that file.
  strings: { short: "af", shortWith: "ntes", never: /^@/ },
  tac: { short: "br", shortWith: "s", textValues: ["-s"] },
  tail: {
    short: "qvz",
    shortWith: "cn",
    long: words("bytes= lines= quiet silent verbose"),
    // `tail -cf x` is an old way to say `tail -f x`.
    value: COUNT,
    number: true,
    operand: /^[^+]/,
  },
  tr: { short: "cCdst", long: words("complement delete squeeze-repeats truncate-set1"), text: 2, most: 2 },
  tree: {
    short: "aACdDfFghilnNpQrsStuvxJX",
    shortWith: "LIP",
    apart: true,
    textValues: ["-I", "-P"],
    long: words("dirsfirst noreport prune filelimit= du gitignore si inodes"),
  },
  true: NONE,
  type: { short: "apt" },
  uname: { short: "amnoprsv", long: words("all"), most: 0 },
  uniq: {
    short: "cdDiuz",
    shortWith: "fsw",
    long: words("count repeated unique ignore-case skip-fields= skip-chars="),
    most: 1,
  },
  uptime: { short: "ps", long: words("pretty since"), most: 0 },
  wc: { short: "clmLw", long: words("bytes chars lines max-line-length words") },
  which: { short: "a", operand: /^[^/]+$/ },
  whoami: NONE,
  xxd: { short: "abeiup", shortWith: "cglos", most: 1 },
};

/** Programs that only read when their first word is this one. */
export const READING_PAIRS: Readonly<Record<string, Reads>> = {
  "command -V": { operand: /^[^/-]+$/ },
  "command -v": { operand: /^[^/-]+$/ },
};

/** Whole commands: with anything more or less, these programs run what they are given. */
export const READING_LINES: ReadonlySet<string> = new Set([
  "bash --version",
  "git --version",
  "java -version",
  "java --version",
  "make --version",
  "node --version",
  "node -v",
  "npm --version",
  "npm -v",
  "perl --version",
  "pip --version",
  "python --version",
  "python -V",
  "python3 --version",
  "python3 -V",
  "ruby --version",
]);

function taking(values: number, names: string): Record<string, number> {
  return Object.fromEntries(words(names).map((name) => [name, values]));
}
