import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalPattern, DEFAULT_PROTECTION, isProtected, patternProblem, protectionOf } from "./protected.ts";
import { foldName, isNamed } from "./protected-names.ts";
import { ALWAYS_PROTECTED, builtInEntries, builtInNamed } from "./protected-table.ts";

test.each([
  ".git/hooks/pre-commit",
  ".git",
  ".GIT/config",
  "sub/.git/config",
  ".Git ./x",
  "git~1/config",
  ".git::$INDEX_ALLOCATION/config",
  ".git:x",
  ".g\u200cit/config",
  "\ufeff.git/config",
  ".gi\u00adt/config",
  ".hg/hgrc",
  ".svn/entries",
  ".\u017fvn/entries",
  ".galley/config.json",
  "GALLEY~1/config.json",
  "AGENTS.md",
  "agents.MD",
  "packages/a/AGENTS.override.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  ".claude/settings.json",
  ".CLAUDE/settings.local.json",
  "CLAUDE~1/settings.json",
  ".claude.json",
  ".codex/config.toml",
  ".gemini/settings.json",
  ".opencode/x",
  "opencode.jsonc",
  ".cursor/rules/a",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules/a.md",
  ".roo/rules/a.md",
  ".kiro/steering/a.md",
  ".aider.conf.yml",
  ".github/copilot-instructions.md",
  ".github/instructions/a.instructions.md",
  ".mcp.json",
  ".bsp/sbt.json",
  "hie.yaml",
  "rust-analyzer.toml",
  ".luarc.json",
  "omnisharp.json",
  ".merlin",
  "Directory.Build.props",
  "src/Directory.Build.targets",
  ".latexmkrc",
  ".iex.exs",
  ".erlang",
  ".sbtrc",
  ".byebugrc",
  "jupyter_server_config.py",
  ".RData",
  "lib/python3.12/site-packages/x.pth",
  ".venv/bin/activate",
  "pyvenv.cfg",
  "config.nims",
  ".formatter.exs",
  ".julia/config/startup.jl",
  ".fzf.bash",
  ".asdfrc",
  ".corepack.env",
  ".tmuxp.yaml",
  "flake.nix",
  "devbox.json",
  ".htaccess",
  ".user.ini",
  "ansible.cfg",
  "commitlint.config.js",
  "mise-tasks/build",
  ".local/share/nautilus/scripts/x",
  "authorized_keys",
  ".claude-plugin/plugin.json",
  "claude_desktop_config.json",
  "gemini-extension.json",
  "codex.md",
  "OPENCODE.md",
  ".rovodev/config.yml",
  "docs/copilot-instructions.md",
  "style.instructions.md",
  "skills/review/SKILL.md",
  "mcp.jsonc",
  "netlify.toml",
  "vercel.json",
  "amplify.yml",
  ".taskcluster.yml",
  ".goreleaser.yaml",
  ".releaserc.json",
  ".kodiak.toml",
  ".policy.yml",
  "OWNERS_ALIASES",
  ".vscode/tasks.json",
  "packages/a/.vscode/tasks.json",
  "app.code-workspace",
  ".idea/workspace.xml",
  ".zed/settings.json",
  ".github/workflows/ci.yml",
  ".GitHub/Workflows/ci.yml",
  "GITHUB~1/WORKFL~1/ci.yml",
  ".github/actions/setup/action.yml",
  ".github/dependabot.yml",
  ".gitlab-ci.yml",
  "GITLAB~1.YML",
  "Jenkinsfile",
  "ci/Jenkinsfile.release",
  ".circleci/config.yml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  ".forgejo/workflows/a.yml",
  ".devcontainer/devcontainer.json",
  ".devcontainer.json",
  ".envrc",
  ".env",
  ".ENV",
  "packages/a/.env",
  ".env.local",
  ".flaskenv",
  ".env.production.local",
  ".env.example.local",
  ".env.example/.env",
  ".env/.env.example",
  "mise.toml",
  "mise.local.toml",
  ".mise.toml",
  ".tool-versions",
  ".husky/pre-commit",
  ".githooks/pre-push",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".bashrc",
  ".zshrc",
  ".profile",
  ".npmrc",
  "packages/a/.npmrc",
  ".yarnrc.yml",
  ".yarn/releases/yarn-4.cjs",
  ".pnpmfile.cjs",
  ".cargo/config.toml",
  ".mvn/extensions.xml",
  ".gitconfig",
  "GITCON~1",
  "GI7EBA~1",
  ".gitmodules",
  ".gitattributes",
  ".exrc",
  ".nvim.lua",
  ".dir-locals.el",
  ".gdbinit",
  ".ssh/authorized_keys",
  ".config/fish/config.fish",
  ".config/systemd/user/a.service",
  ".config/autostart/a.desktop",
  "home/me/.config/autostart/a.desktop",
])("%s is protected", (path) => expect(isProtected(path)).toBe(true));

test.each([
  "",
  ".gitignore",
  ".editorconfig",
  ".env.example",
  "packages/a/.ENV.Sample",
  ".env.template",
  "env",
  "src/x.env",
  "environment.ts",
  "git/config",
  ".github/ISSUE_TEMPLATE.md",
  ".github",
  ".yarn/cache/a.zip",
  "src/.github.ts",
  "a.git/x",
  "dotgit",
  "workflows/ci.yml",
  "actions/setup/action.yml",
  "...",
  "npmrc",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "Makefile",
  "Dockerfile",
  "docker-compose.yml",
  "pyproject.toml",
  "setup.py",
  "conftest.py",
  "Cargo.toml",
  "build.gradle",
  "pom.xml",
  "go.mod",
  "README.md",
  "agents/README.md",
  "docs/agents.mdx",
  "src/claude.ts",
  "src/config.ts",
  "config/settings.json",
  "src/profile.ts",
  "backup~1.txt",
  "src/git~.ts",
  ".root/x",
])("%s is not", (path) => expect(isProtected(path)).toBe(false));

test("every pattern is usable, is there once, and protects itself at any depth", () => {
  expect(builtInEntries().filter(({ pattern }) => patternProblem(pattern) !== null)).toEqual([]);
  const canonical = builtInEntries().map(({ pattern }) => canonicalPattern(pattern));
  expect(canonical.filter((one, at) => canonical.indexOf(one) !== at)).toEqual([]);
  const named = builtInEntries().map(({ pattern }) => pattern.replaceAll("*", "x").replaceAll("?", "y"));
  expect(named.filter((path) => !isProtected(path) || !isProtected(`a/b/${path}/c/d`))).toEqual([]);
  expect([...ALWAYS_PROTECTED].filter((name) => !canonical.includes(name))).toEqual([]);
});

test("what is looked up in the table's text is what a list of its entries gives", () => {
  const listed = protectionOf(builtInEntries());
  const words = builtInEntries().flatMap(({ pattern }) => [pattern, ...pattern.split("/")]);
  const name = fc.oneof(
    fc.constantFrom(...words),
    fc.constantFrom(...words).map((word) => word.toUpperCase()),
    fc
      .tuple(fc.constantFrom(...words), fc.constantFrom(" ", "*", "x", "~1", ".", "?"))
      .map(([word, end]) => word + end),
    fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map(([one, other]) => `${one} ${other}`),
    fc.constantFrom("", " ", "*", "a", "src"),
  );
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const path = names.join("/");
      expect(DEFAULT_PROTECTION.entryFor(path)).toEqual(listed.entryFor(path));
      for (const part of path.split("/")) {
        const inText = builtInNamed(foldName(part)).map(({ pattern }) => pattern);
        const byHand = builtInEntries().filter(({ pattern }) => foldName(pattern.split("/")[0]!) === foldName(part));
        expect(inText).toEqual(byHand.map(({ pattern }) => pattern).filter((pattern) => !/^[^/]*[*?]/.test(pattern)));
      }
    }),
    { numRuns: 2_000 },
  );
  for (const path of words) expect(DEFAULT_PROTECTION.entryFor(path)).toEqual(listed.entryFor(path));
  expect(DEFAULT_PROTECTION.entries).toEqual(builtInEntries());
});

test("no entry is covered by another: each could be removed by a config, and then it must be gone", () => {
  const redundant = builtInEntries().filter((entry) =>
    isProtected(entry.pattern.replaceAll("*", "x"), protectionOf(builtInEntries().filter((other) => other !== entry))),
  );
  expect(redundant).toEqual([]);
});

const entry = (pattern: string) => ({ pattern, category: "your config" as const, why: "" });
const covers = (pattern: string, path: string): boolean => isProtected(path, protectionOf([entry(pattern)]));

test.each<[string, string, boolean]>([
  ["*.pem", "a/key.PEM", true],
  ["*.pem", "a/key.pem.txt", false],
  ["deploy/*.yml", "x/deploy/a.yml", true],
  ["deploy/*.yml", "x/deploy/b/a.yml", false],
  ["deploy/*.yml", "x/deploy/a.yml/below", true],
  ["/deploy", "deploy/a", true],
  ["/deploy", "x/deploy/a", false],
  ["**/deploy/**", "x/deploy", true],
  ["Deploy/", "deploy/a", true],
  ["k?y", "a/key", true],
  ["k?y", "a/keey", false],
  ["a*b*c", "axxbxxc", true],
  ["a*b*c", "axxbxxcd", false],
  ["cafe\u0301", "caf\u00e9", true],
])("%s on %s: %s", (pattern, path, expected) => expect(covers(pattern, path)).toBe(expected));

test.each([
  ["", "is empty"],
  [" a", "is empty or has spaces"],
  ["a\\b", "backslash"],
  ["a//b", "empty part"],
  ["../a", ". or .."],
  ["a/**/b", "** inside"],
  ["**", "** inside"],
  ["[ab]", "only * and ?"],
])("the pattern %j cannot be used", (pattern, why) => expect(patternProblem(pattern)).toContain(why));

// The slow and obvious reading of a pattern.
const asExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.]/g, "\\.").replaceAll("?", ".").replaceAll("*", ".*")}$`, "s");
const patterns = fc.string({ unit: fc.constantFrom("a", "b", ".", "*", "?"), minLength: 1, maxLength: 7 });
const names = fc.string({ unit: fc.constantFrom("a", "b", "."), minLength: 1, maxLength: 9 });

test("wildcards mean what a regular expression would", () =>
  fc.assert(
    fc.property(patterns, names, (pattern, name) => isNamed(pattern, name) === asExpression(pattern).test(name)),
  ));

test("a name made to be slow is only long", () => {
  expect(isNamed("*a".repeat(200), "a".repeat(4000) + "b")).toBe(false);
});

// What file systems ignore, put anywhere into a protected name, in any case, leaves it protected.
const disguises = fc.constantFrom("", "\u200b", "\u200d", "\ufeff", "\u00ad", "\u2060", "\u206f", "\u180e", "\ufe0f");
const protectedNames = fc.constantFrom(...builtInEntries().map(({ pattern }) => pattern.replaceAll("*", "z")));

test("no spelling of a protected name escapes", () =>
  fc.assert(
    fc.property(
      protectedNames,
      fc.array(disguises, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.boolean()),
      fc.constantFrom("", ".", " ", " . ", "::$DATA"),
      (name, marks, upper, ending) => {
        const cased = [...name].map(
          (char, at) =>
            (upper.next().value ? char.toUpperCase() : char) + (char === "/" ? "" : marks[at % marks.length]!),
        );
        expect(isProtected(`a/${cased.join("")}${ending}`)).toBe(true);
      },
    ),
  ));

test("folding twice changes nothing", () =>
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => foldName(foldName(text)) === foldName(text))));

// An ignorable character is dropped first, and a name with one takes every step.
test("a name in ASCII is folded as any other is", () =>
  fc.assert(
    fc.property(
      fc.string({ unit: "binary-ascii", maxLength: 12 }),
      (name) => foldName(name) === foldName(`${name}\u00ad`),
    ),
    { numRuns: 2_000 },
  ));

test("what surrounds a pattern without meaning anything is left out", () =>
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[A-Za-z.?*]{1,4}$/), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "**/", "**/**/"),
      fc.constantFrom("", "/", "/**", "/**/**"),
      (names, before, after) => {
        fc.pre(names.every((name) => name !== "**"));
        expect(canonicalPattern(`${before}${names.join("/")}${after}`)).toBe(names.map(foldName).join("/"));
      },
    ),
  ));
