// Whether code ends inside a text of several lines: a docstring, a template, a comment, a here-document. A fence line in
// such a text is content, so code that ends there was cut at one. Never knows more of a language than its strings and comments.

const C_LIKE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|go|java|kts?|swift|scala|groovy|dart|cs|php|c|h|cc|cpp|hpp|rs|zig|s?css|less|proto)$/i;
const HASHED = /\.(?:pyi?|toml|jl|exs?|nix)$/i;
const SHELL = /\.(?:sh|bash|zsh|rb|pl|php|tf)$/i;

/** Comments, strings and patterns are taken as one; the groups are the ends of those that may have several lines. */
const IN_C =
  /\/\/.*|\/\*(?:[^*]|\*(?!\/))*(\*\/)?|"""(?:\\[^]|(?!""")[^\\])*(""")?|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?|`(?:\\[^]|[^`\\])*(`)?|(?<=[=(,:!&|?{};[]\s{0,40})\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;
const IN_HASHED =
  /#.*|"""(?:\\[^]|(?!""")[^\\])*(""")?|'''(?:\\[^]|(?!''')[^\\])*(''')?|'(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?/g;
const LONG = /^(?:\/\*|"""|'''|`)/;

/** Whether a file with this name is code, of a language that is known here. */
export function isCodeName(path: string): boolean {
  return C_LIKE.test(path) || /\.(?:pyi?|rb|jl|exs?)$/i.test(path);
}

export function endsInText(code: string, path: string): boolean {
  if (SHELL.test(path) && endsInHeredoc(code)) return true;
  const signs = C_LIKE.test(path) ? IN_C : HASHED.test(path) ? IN_HASHED : null;
  if (signs === null) return false;
  for (const found of code.matchAll(signs)) {
    const [text, ...ends] = found;
    if (LONG.test(text) && ends.every((end) => end === undefined) && found.index + text.length >= code.length - 1)
      return true;
  }
  return false;
}

/** Code without its strings and comments; null in a language that is not known here. */
export function codeWithoutTexts(code: string, path: string): string | null {
  const signs = C_LIKE.test(path) || /\.json[c5]?$/i.test(path) ? IN_C : HASHED.test(path) ? IN_HASHED : null;
  return signs === null ? null : code.replaceAll(signs, "");
}

function endsInHeredoc(code: string): boolean {
  let end: string | null = null;
  for (const line of code.split("\n")) {
    if (end !== null) end = line.trim().replace(/;$/, "") === end ? null : end;
    else end = /(?<!<)<<[-~]?(["']?)([A-Za-z_]\w*)\1/.exec(line)?.[2] ?? null;
  }
  return end !== null;
}
