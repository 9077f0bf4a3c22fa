// Whether a word among others is the name of a file. In prose much looks like one: products, addresses, calls, versions.
// Never looks for a sentence's meaning: name-line.ts does.

import { clearPath, isWellKnown } from "./fences.ts";

export type Known = ((path: string) => boolean) | null;

/** Names of things that are written like file names. */
const PRODUCTS =
  /^(?:node|next|nuxt|nest|vue|react|express|three|d3|p5|chart|socket|ember|backbone|angular|solid|discord|alpine|moment|day|deno|ionic|electron|tensorflow|brain|ml5|matter|phaser|pixi|babylon|handlebars|mustache|knockout|require|highlight|prism)\.js$|^(?:ASP|ADO|VB|ML)\.net$/i;
const HOST =
  /^(?:[\w-]+\.)+(?:com|org|net|edu|gov|io|dev|ai|app|co)(?=[/:]|$)|^localhost\b|^\d+(?:\.\d+){1,3}(?:[/:]|$)/i;
const CALLS =
  /^(?:console\.log|process\.env|module\.exports|import\.meta|package\.path|this\.\w+|self\.\w+|Math\.\w+)$/;

/** Special targets of a Makefile: ".PHONY". */
const TARGETS = /^\.[A-Z_]+$/;

/** An address or a product, which looks like a file and is none unless there is such a file. */
export function isOtherName(path: string, known: Known): boolean {
  return (PRODUCTS.test(path) || HOST.test(path)) && known?.(path) !== true;
}

/** Letters, digits and folders, as most names have; the signs of other names are looked at one by one. */
const PLAIN = /^[A-Za-z0-9.](?:[\w./-]*[A-Za-z0-9])?$/;
const ORDINARY = /^(?:[\p{L}\p{M}\p{N}._+@$~=%(){}[\]/\\-]|(?<=[\p{L}\p{M}\p{N}]) (?=[\p{L}\p{N}]))+$/u;

/**
 * Whether a file that is not there yet would have such a name. Other words and signs around a name are more often what
 * someone wrote about it, so a fence under them is no new file for certain. A file that is there has the name it has.
 */
export function isOrdinaryName(path: string, known: Known, language = ""): boolean {
  const looksLikeOne = !NOT_HERE.test(path) && hasFileEnding(path, language);
  // As most are, so that the disk is not asked about each of a thousand new files.
  if (looksLikeOne && PLAIN.test(path) && !PLACEHOLDER.test(path)) return true;
  if (known?.(path) === true) return true;
  if (!looksLikeOne || isPlaceholder(path, known)) return false;
  if (PLAIN.test(path)) return true;
  const inner = path.replace(/^[^\p{L}\p{N}.]+/u, "").replace(/[^\p{L}\p{N}]+$/u, "");
  const last = inner.slice(inner.lastIndexOf(" ") + 1);
  if ([inner, last].some((part) => part !== path && known?.(part) === true)) return false;
  return ORDINARY.test(path) && path.split("/").every(isBalanced);
}

/** A home folder, a variable, an encoded sign, an address: no name of a file in a project. */
const NOT_HERE = /^~|^\$|^%\w+%|%[0-9a-f]{2}|^[\w.+-]+@[\w-]+\.\w|:\//i;
const PLACEHOLDER =
  /(?:^|\/)path\/to\/|(?:^|\/)(?:your|my)[-_]?(?:file|folder|dir|directory|project|app|module|component|config|script|page)?[-_]?(?:name)?(?:\/|\.\w+$)|(?:^|\/)your[-_][^/]*|(?:^|\/)my[-_]?file[^/]*|(?:^|\/)example\/|^example\.\w+$/i;

/** What an example says in place of a name, unless its folder is there. */
function isPlaceholder(path: string, known: Known): boolean {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return PLACEHOLDER.test(path) && !(folder !== "" && known?.(folder) === true);
}

const KNOWN_ENDINGS =
  /^(?:(?:cargo|yarn|poetry|gemfile|composer|flake|pipfile|mix|pubspec|bun|deno|uv|pdm|pnpm-lock|podfile|package)\.lock|go\.work|(?:web|nuget)\.config|[\w.-]+\.(?:test|spec|d)\.\w+|(?:docker|container)file\.[\w-]+|(?:licen[cs]e|readme|changelog)[-.][\w-]+)$/i;

/** Whether the last part of a path ends as files do, or is a name that everyone knows. */
function hasFileEnding(path: string, language: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const ending = /[^.]\.([A-Za-z0-9_+-]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  if (EXTENSIONS.has(ending) && (!MEMBERS.has(ending) || name !== path)) return true;
  if (isWellKnown(name) || KNOWN_ENDINGS.test(name) || /^\.[a-z][\w.-]*$/i.test(name)) return true;
  if (/^\.[a-z][\w-]*\/[\w.-]+/i.test(path)) return true; // .husky/pre-commit
  return ending !== "" && (ending === language.toLowerCase() || /^(?:diff|patch)$/.test(ending));
}

/** `[id]` and `(group)` are parts of names; a bracket that closes in another folder is not. */
function isBalanced(name: string): boolean {
  const count = (sign: string): number => name.split(sign).length;
  return ["()", "[]", "{}"].every(([open, close]) => count(open!) === count(close!));
}

/**
 * The file that one word or one marked span names, or null. `language`: that of the fence; a name that ends in it is one.
 */
export function fileNamed(words: string, { known, language = "" }: { known: Known; language?: string }): string | null {
  const path = clearPath(words);
  if (path === null) return /[ \t]/.test(words) && known?.(words.trim()) === true ? words.trim() : null;
  if (known?.(path) === true && !/[/\\]$/.test(path)) return path;
  // Some programs mention a file with "@" before its name.
  if (path.startsWith("@") && known?.(path.slice(1)) === true) return path.slice(1);
  if (
    /[ \t]/.test(path) ||
    isOtherName(path, known) ||
    CALLS.test(path) ||
    TARGETS.test(path) ||
    /[(){}<>=,;|"']|^@|[/\\]$|\*/.test(path)
  )
    return null;
  if (isWellKnown(path)) return path;
  const ending = /\.([A-Za-z0-9_+-]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const isMember = MEMBERS.has(ending) && !/[/\\]/.test(path);
  const isFile = (EXTENSIONS.has(ending) && !isMember) || (ending !== "" && ending === language.toLowerCase());
  return isFile || /^(?:[^.].*\/)?\.[a-z][\w.-]*$/i.test(path) ? path : null;
}

/** Endings that are more often members of something in prose: `items.map`, `app.config`. With a folder they are files. */
const MEMBERS: ReadonlySet<string> = new Set(
  "map test spec log t d v s f m r local example sample move rest http service timer socket template props targets env properties feature config po star slim less state snap diff patch lock slim work".split(
    " ",
  ),
);

const EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs json jsonc json5 vue svelte astro html htm css scss sass less styl " +
    "py pyi pyx ipynb rb erb rake gemspec php blade go mod sum work rs toml java kt kts scala groovy gradle clj cljs edn " +
    "swift m mm h hh hpp hxx c cc cpp cxx cs csx fs fsx vb csproj sln props targets xaml razor cshtml dart lua r jl pl pm t " +
    "ex exs eex heex erl hrl hs lhs elm ml mli nim zig v d cr sol vy move cairo wat asm s f90 f pas ada lisp el scm rkt tcl " +
    "sh bash zsh fish ps1 psm1 bat cmd awk sed nix mk cmake bazel bzl star dockerfile tf tfvars hcl yml yaml ini cfg conf " +
    "config env properties xml xsd xsl plist svg md mdx markdown rst adoc tex bib txt csv tsv sql prisma graphql gql proto " +
    "thrift avsc http rest pug jade ejs hbs njk jinja j2 jinja2 liquid haml slim twig mustache tmpl tpl template lock log " +
    "service timer socket desktop map snap patch diff po pot feature spec test lean v sv vhd glsl frag vert wgsl hlsl shader gd " +
    "tscn tres editorconfig gitignore dockerignore npmrc nvmrc env local example sample " +
    "jsonl ndjson geojson webmanifest pyw rmd qmd typ fsproj vbproj slnx podspec gn ninja am ac m4 gleam odin nu kdl ron " +
    "cabal hjson rtf vtt srt ics cu cuh metal mly mll purs idr agda sml fnl hx coffee litcoffee ahk applescript vim el"
  ).split(" "),
);
