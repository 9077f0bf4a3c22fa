// Whether a line looks like it contains a secret. Names what it looks like and never repeats it. Errs on the side of
// silence: placeholders, variables and plain words are not secrets.

/** "a private key", "a GitHub access token", …; null when the line looks harmless. */
export function findSecret(line: string): string | null {
  const text = line.slice(0, LONGEST);
  for (const { name, pattern } of KNOWN) if (pattern.test(text)) return name;
  return hasAssignedSecret(text) ? "a password or key" : null;
}

// A minified file is one line; bound how much of it is searched.
const LONGEST = 2000;

// Each has a fixed beginning and one bounded run after it: linear.
const KNOWN = [
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----/u },
  { name: "an AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/u },
  { name: "a GitHub access token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{40,90})/u },
  { name: "a GitLab access token", pattern: /\bglpat-[A-Za-z0-9_-]{20}/u },
  { name: "a Slack token", pattern: /\bxox[abprs]-[A-Za-z0-9-]{20,80}/u },
  { name: "an OpenAI or Anthropic API key", pattern: /\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,120}/u },
  { name: "a Google API key", pattern: /\bAIza[A-Za-z0-9_-]{35}/u },
  { name: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}/u },
  { name: "a live Stripe key", pattern: /\b[rs]k_live_[A-Za-z0-9]{20,60}/u },
  { name: "a JSON web token", pattern: /\beyJ[A-Za-z0-9_-]{10,400}\.eyJ[A-Za-z0-9_-]{10,800}\.[A-Za-z0-9_-]{10,}/u },
  {
    name: "a password in a URL",
    pattern: /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s:/@"']{1,64}:(?![$<{%*])[^\s:/@"']{6,64}@/u,
  },
] as const;

const ASSIGNED =
  /(?:pass(?:word|wd|phrase)|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key|client[_-]?secret)["']?\s{0,4}(?::|=|:=|=>)\s{0,4}["'`]([^"'`\s]{12,200})["'`]/giu;

function hasAssignedSecret(text: string): boolean {
  for (const [, value] of text.matchAll(ASSIGNED)) if (looksRandom(value!)) return true;
  return false;
}

const HARMLESS =
  /example|sample|dummy|placeholder|changeme|change[-_]me|your|xxx|test|fake|mock|\.\.\.|[<>{}$%]|^\/|:\/\//iu;

/** Digits and letters of both cases or signs, and no word that people write as a placeholder. */
function looksRandom(value: string): boolean {
  if (HARMLESS.test(value)) return false;
  const kinds = [/[a-z]/u, /[A-Z]/u, /[0-9]/u, /[^A-Za-z0-9]/u].filter((kind) => kind.test(value)).length;
  return kinds >= 3 || (kinds === 2 && /[0-9]/u.test(value) && value.length >= 20);
}

/** For text that leaves the machine: also plain assignments as in .env files. Errs on the side of leaving out. */
export function looksSecret(line: string): boolean {
  if (findSecret(line) !== null || KEY_BODY.test(line.trim())) return true;
  const [, value] = PLAIN_ASSIGNMENT.exec(line.slice(0, LONGEST)) ?? [];
  return value !== undefined && !REFERENCE.test(value);
}

// A line of a key in base64, whose first line may not be among those shown.
const KEY_BODY = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9+/]{40,1000}={0,2}$/u;
// NAME=value or name: value with nothing before it but "export", "set" or a list's dash.
const PLAIN_ASSIGNMENT =
  /^\s{0,40}(?:export\s{1,4}|set\s{1,4}|-\s{1,4})?["']?[\w.-]{0,60}(?:passw|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)[\w.-]{0,60}["']?\s{0,4}[=:]\s{0,4}["']?([^\s"'(),;]{4,})["']?[,;]?\s*$/iu;
// A variable, a call, a type or a plain word of a program is no secret by itself.
const REFERENCE =
  /^[$<{%*]|^(?:process|os|env|config|settings|this|self|string|number|boolean|null|none|true|false|undefined)\b/iu;
