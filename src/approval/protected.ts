// Paths that decide what other programs run or allow: only a person may say yes to a change there.
// Compared without case on every root, whether or not the path exists; the real target is checked by the caller too.

import type { WorkspacePath } from "../base/index.ts";

// Any path with such a segment, at any depth.
const DIRECTORIES = [
  ".git",
  "git~1", // The short name Windows gives .git.
  ".hg",
  ".svn",
  ".galley",
  ".claude",
  ".codex",
  ".gemini",
  ".opencode",
  ".cursor",
  ".vscode",
  ".idea",
  ".zed",
  ".husky",
];

const FILES = [
  ".gitlab-ci.yml",
  ".mcp.json",
  ".envrc",
  ".npmrc",
  ".gitconfig",
  ".gitmodules",
  ".profile",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".mkshrc",
  ".cshrc",
  ".tcshrc",
  ".login",
  ".logout",
  ".inputrc",
  ".xprofile",
  ".xinitrc",
  ".xsession",
];

const SEQUENCES = [
  [".github", "workflows"],
  ["fish", "config.fish"],
  ["fish", "conf.d"],
];

const directories = new Set(DIRECTORIES);
const files = new Set(FILES);

/** `path` is relative to its root. True also for the protected directory itself. */
export function isProtected(path: WorkspacePath | string): boolean {
  const segments = path.split("/").map(fold);
  return segments.some(
    (segment, at) =>
      directories.has(segment) ||
      files.has(segment) ||
      SEQUENCES.some((sequence) => sequence.every((part, offset) => segments[at + offset] === part)),
  );
}

// Case-insensitive systems fold more than ASCII (U+017F is an s, U+212A a k); upper then lower does the same.
// Windows drops dots and blanks at a name's end.
function fold(segment: string): string {
  return segment
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replace(/(?!^)[. ]+$/, "");
}
