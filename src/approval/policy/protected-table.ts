// The one table of protected paths: files that make another program run or allow something merely by being there. The
// check, the confinement of commands and docs/configuration.md are all made from it. Files that people edit every day
// and that run only when asked to (package.json, Makefile, Dockerfile, build scripts) are not in it.
//
// A pattern matches at any depth, and everything below a match belongs to it. `*` and `?` stay within one name.

export type ProtectedCategory = (typeof GROUPS)[number]["category"];

export type ProtectedEntry = {
  readonly pattern: string;
  /** "your config" or "the project's config" for what a config added. */
  readonly category: ProtectedCategory | "your config" | "the project's config";
  /** One line that follows "protected because". */
  readonly why: string;
  /** Names that the pattern covers and that are ordinary files all the same, in small letters. */
  readonly except?: readonly string[];
};

/** Patterns are separated by spaces; none has a space in it. */
const GROUPS = [
  {
    category: "galley",
    why: "galley reads its rules there",
    patterns: ".galley",
  },
  {
    category: "repositories",
    why: "the repository's own data, settings and hooks",
    patterns: ".git .hg .svn .bzr .jj .sl .pijul _darcs .repo",
  },
  {
    category: "repositories",
    why: "settings of version control that name programs, filters or other repositories",
    patterns:
      ".gitconfig .gitconfig.* .gitmodules .gitattributes .lfsconfig .git-credentials .gitcookies .hgrc .hgsub " +
      "mercurial.ini .subversion .bazaar .jjconfig.toml .p4config .p4enviro .arcconfig .arcrc",
  },
  {
    category: "agents",
    why: "instructions that coding agents follow",
    patterns:
      "AGENTS.md AGENTS.*.md AGENT.md CLAUDE.md CLAUDE.*.md GEMINI.md QWEN.md CRUSH.md CRUSH.*.md WARP.md " +
      "IFLOW.md GROK.md replit.md .cursorrules .rules .goosehints .openhands_instructions .github/copilot* " +
      ".github/instructions .github/prompts .github/agents .github/chatmodes .github/skills codex.md " +
      "OPENCODE.md .voidrules copilot-instructions.md *.instructions.md *.chatmode.md *.agent.md " +
      ".agent.local.md SKILL.md dear_llm.md",
  },
  {
    category: "agents",
    why: "settings of coding agents: what they may do, read and run",
    patterns:
      ".claude .claude.json .claudeignore .codex .gemini .geminiignore .cursor .cursorignore " +
      ".cursorindexingignore .opencode .opencode.json .opencode.jsonc opencode.json opencode.jsonc .qwen " +
      ".qwenignore .crush .crush.json .crushignore crush.json .windsurf* .codeium* .cline .clinerules " +
      ".clinerules-* .clineignore .roo .roorules .roorules-* .roomodes .rooignore .kilo .kilocode* .kiro " +
      ".aider* .continue* .goose .gooseignore .amazonq .augment* .junie .trae .copilot .copilotignore .agent " +
      ".agents .antigravity .aiassistant .aiignore .aiexclude .tabnine* .codebuddy .lingma .qoder .factory " +
      ".gptme gptme.toml .openhands .devin .amp .ampcode .cody .sourcegraph .plandex* .mentat* .pi .omp .serena " +
      ".iflow .firebender .warp .grok .kimi .vibe .letta .coderabbit.yaml .coderabbit.yml .pr_agent.toml " +
      "sweep.yaml .github/hooks .claude-plugin .cursor-plugin gemini-extension.json .rovodev .jules .zencoder " +
      ".bolt .ruler conductor.json .refact .tabby greptile.json .sourcery.yaml",
  },
  {
    category: "agents",
    why: "names servers that agents start",
    patterns:
      ".mcp .mcp.json .mcp.*.json mcp.json mcp_config.json mcp_settings.json *_mcp_settings.json mcp.jsonc " +
      "mcp.yaml mcp.yml claude_desktop_config.json",
  },
  {
    category: "CI",
    why: "runs on a build server, often with secrets",
    patterns:
      ".github/workflows .github/actions .gitlab-ci* .gitlab/ci .gitlab/agents .gitlab/duo .gitea/workflows " +
      ".gitea/actions .forgejo/workflows .forgejo/actions .circleci circle.yml .travis .travis.yml .travis.yaml " +
      "Jenkinsfile* *.jenkinsfile .jenkins azure-pipelines* .azure-pipelines* .azuredevops .vsts-ci.yml " +
      ".pipelines bitbucket-pipelines* .drone* .woodpecker* appveyor.yml appveyor.yaml .appveyor* .buildkite* " +
      "buildkite.yml buildkite.yaml .cirrus* .teamcity* .concourse* concourse.yml concourse.yaml .semaphore* " +
      ".codefresh* codefresh.yml codefresh.yaml buildspec*.yml buildspec*.yaml appspec.yml appspec.yaml " +
      "cloudbuild*.yaml cloudbuild*.yml cloudbuild*.json *.gocd.yaml *.gocd.yml .builds .build.yml .build.yaml " +
      "wercker.yml screwdriver.yaml shippable.yml .scrutinizer.yml .vela* .harness bitrise.yml codemagic.yaml " +
      ".buddy buddy.yml .onedev-buildspec.yml .prow* .tekton bamboo-specs .readthedocs* .cds .zuul* zuul.yaml " +
      "zuul.d .sourcehut netlify.toml vercel.json amplify.yml render.yaml heroku.yml railway.toml railway.json " +
      ".space.kts .taskcluster.yml evergreen.yml .packit.yaml .packit.yml .kokoro .copr .obs .goreleaser* " +
      ".releaserc* release.config.*",
  },
  {
    category: "CI",
    why: "decides what is merged or updated without a person, or who must approve it",
    patterns:
      "CODEOWNERS .github/dependabot.* .github/settings.yml .github/renovate.* renovate.json renovate.json5 " +
      ".renovaterc* .mergify* .github/mergify.yml bors.toml .asf.yaml .kodiak.toml .bulldozer.yml .policy.yml " +
      ".cm OWNERS_ALIASES .pullapprove.yml .pullapprove.yaml",
  },
  {
    category: "git hooks",
    why: "runs on git commit, checkout or push",
    patterns:
      ".husky .huskyrc .huskyrc.* husky.config.* .githooks .git-hooks .git_hooks .hooks .pre-commit-config.yaml " +
      ".pre-commit-config.yml .pre-commit-hooks.yaml prek.toml lefthook.* lefthook-local.* .lefthook* " +
      ".overcommit* .local-overcommit.yml .simple-git-hooks.* simple-git-hooks.* .lintstagedrc* " +
      "lint-staged.config.* captainhook.json grumphp.yml grumphp.yaml .grumphp* rusty-hook.toml " +
      ".rusty-hook.toml hk.pkl .hk.pkl .talismanrc commitlint.config.* .commitlintrc* .gitlint",
  },
  {
    category: "development environments",
    why: "runs when the folder is opened as a development environment",
    patterns:
      ".devcontainer .devcontainer.json .gitpod* devfile.yaml .devfile.yaml .codesandbox .stackblitzrc .replit " +
      "replit.nix .idx",
  },
  {
    category: "package managers",
    why: "settings or plugins that a package manager or build tool loads by itself",
    patterns:
      ".npmrc .yarnrc .yarnrc.yml .yarnrc.yaml .yarn/releases .yarn/plugins .yarn/sdks .pnp.* .pnpmfile.cjs " +
      ".pnpmfile.mjs .pnpmfile.js pnpmfile.js pnpm-workspace.yaml bunfig.toml .bunfig.toml .cargo/config " +
      ".cargo/config.toml .cargo/credentials .cargo/credentials.toml .cargo/bin .cargo/env pip.conf pip.ini " +
      ".pip .pypirc .pdm* pdm.toml poetry.toml uv.toml .condarc .mambarc sitecustomize.py usercustomize.py " +
      ".bundle .gemrc nuget.config .mvn gradle/wrapper .gradle/init.d .gradle/init.gradle* " +
      ".gradle/gradle.properties .m2/settings*.xml .sbtopts .jvmopts .mill-jvm-opts .bazelrc .bazeliskrc " +
      "tools/bazel .buckconfig* .terraformrc terraform.rc .terraform.d Directory.Build.props " +
      "Directory.Build.targets Directory.Build.rsp .latexmkrc latexmkrc .sbtrc config.nims .formatter.exs " +
      ".corepack.env ansible.cfg site-packages/*.pth",
  },
  {
    category: "version managers",
    why: "loaded by the shell or by shims when someone enters the folder; it can name programs to run",
    patterns:
      ".envrc .envrc.* .direnv .mise* mise.toml mise.*.toml mise/config*.toml mise/conf.d .rtx* .tool-versions " +
      "rust-toolchain rust-toolchain.toml .prototools .vfox* .shadowenv.d .autoenv* .rvmrc .powrc .powenv " +
      ".rbenv-vars mise-tasks .asdfrc .sdkmanrc flake.nix shell.nix devenv.nix devenv.yaml devbox.json " +
      ".venv/bin .venv/scripts venv/bin venv/scripts pyvenv.cfg",
  },
  {
    category: "environment files",
    why: "variables that agents, development servers and other programs load by themselves; they can name programs to run",
    patterns: ".env .env.* .flaskenv",
    except: [".env.example", ".env.sample", ".env.template"],
  },
  {
    category: "editors",
    why: "editors and debuggers run or obey it when they open the folder",
    patterns:
      ".vscode *.code-workspace .idea .jetbrains .fleet .zed .nova .helix .lapce .atom .theia .vs .externalToolBuilders " +
      "*.sublime-project .exrc _exrc .nexrc .vim .vimrc .vimrc.* _vimrc .gvimrc _gvimrc .nvim .nvimrc .nvim.lua " +
      ".lvimrc .local.vimrc .lazy.lua .neoconf.json .ideavimrc .vimspector.json .ycm_extra_conf.py " +
      ".dir-locals.el .dir-locals-2.el .emacs .emacs.* _emacs .doom.d .spacemacs* .gdbinit .gdbearlyinit " +
      ".lldbinit* .radare2rc .bsp hie.yaml rust-analyzer.toml .rust-analyzer.toml .luarc.json .luarc.jsonc " +
      "omnisharp.json .merlin .valgrindrc",
  },
  {
    category: "shells",
    why: "a shell or interpreter runs it when it starts",
    patterns:
      ".profile .profile.* .bashrc .bashrc.* .bash_* .bashenv .zshrc .zshrc.* .zshenv .zprofile .zlogin " +
      ".zlogout .zsh .zimrc .zpreztorc .p10k.zsh .oh-my-zsh .oh-my-bash .kshrc .mkshrc .shrc .shinit .cshrc " +
      ".tcshrc .login .logout .login_conf .inputrc .xonshrc .elvish fish/config.fish fish/conf.d fish/functions " +
      "*_profile.ps1 profile.ps1 .pythonrc* .pythonstartup .ipython .jupyter .pdbrc* .irbrc .pryrc .Rprofile " +
      ".Renviron .octaverc .juliarc.jl .ghci .ocamlinit .perldb .guile .sbclrc .tclshrc .sqliterc .psqlrc " +
      ".mongorc.js .mongoshrc.js .screenrc .tmux .tmux.conf .tmux.conf.* .tmuxinator* .lessfilter .lesskey " +
      ".curlrc .wgetrc .iex.exs .erlang .byebugrc jupyter_*_config.py jupyter_*_config.json .RData startup.m " +
      ".julia/config .zcompdump* .fzf.bash .fzf.zsh .tmuxp.yaml .tmuxp.yml .tmuxp.json .hammerspoon",
  },
  {
    category: "system and session",
    why: "started by the system, a login or a timer",
    patterns:
      ".config .local/bin .local/lib .local/share/systemd .local/share/applications .local/share/autostart " +
      ".local/share/dbus-1 .local/share/bash-completion systemd/system systemd/user autostart/*.desktop " +
      "environment.d .pam_environment .xprofile .xinitrc .xsession* .xserverrc .Xresources .Xdefaults " +
      ".xbindkeysrc .dmrc LaunchAgents LaunchDaemons cron.d cron.hourly cron.daily cron.weekly cron.monthly " +
      ".crontab autorun.inf desktop.ini .forward .procmailrc .mailcap .htaccess .user.ini .vagrant.d " +
      ".local/share/nvim .local/share/zsh .local/share/gnome-shell .local/share/nautilus .kde .kde4",
  },
  {
    category: "access",
    why: "keys and settings that let someone in or name a program that does",
    patterns:
      ".ssh .gnupg .netrc _netrc .rhosts .shosts .k5login .aws/config .aws/credentials .aws/cli .kube/config " +
      ".docker/config.json .docker/daemon.json .docker/cli-plugins .azure .my.cnf .pgpass authorized_keys " +
      "authorized_keys2",
  },
] as const;

/** Every entry, in the order of the table. */
export function builtInEntries(): readonly ProtectedEntry[] {
  return (entries ??= GROUPS.flatMap((group) => group.patterns.split(" ").map((pattern) => entryOf(group, pattern))));
}

function entryOf(group: (typeof GROUPS)[number], pattern: string): ProtectedEntry {
  const { category, why } = group;
  return "except" in group ? { pattern, category, why, except: group.except } : { pattern, category, why };
}

/**
 * The entries whose first name is this one, in small letters, and has no wildcard. Looks for it in the table's text: a
 * command that needs a handful of names does not build hundreds of entries first.
 */
export function builtInNamed(first: string): readonly ProtectedEntry[] {
  if (/[ *?]/.test(first)) return [];
  return lowerCase().flatMap((text, group) => {
    const { patterns } = GROUPS[group]!;
    const found: ProtectedEntry[] = [];
    for (let at = text.indexOf(` ${first}`); at >= 0; at = text.indexOf(` ${first}`, at + 1)) {
      const after = text[at + 1 + first.length];
      if (after !== " " && after !== "/") continue;
      found.push(entryOf(GROUPS[group]!, patterns.slice(at, text.indexOf(" ", at + 1) - 1)));
    }
    return found;
  });
}

/** The entries whose first name has a wildcard. */
export function builtInWild(): readonly ProtectedEntry[] {
  return GROUPS.flatMap((group) =>
    [...group.patterns.matchAll(/(?<![^ ])[^ /]*[*?][^ ]*/g)].map(([pattern]) => entryOf(group, pattern)),
  );
}

let entries: readonly ProtectedEntry[] | null = null;
let lowered: readonly string[] | null = null;

/** The text of each group, with a space around each pattern. */
function lowerCase(): readonly string[] {
  return (lowered ??= GROUPS.map(({ patterns }) => ` ${patterns.toLowerCase()} `));
}

/** No config can remove these: a program that can write there decides what galley and git do next. */
export const ALWAYS_PROTECTED: ReadonlySet<string> = new Set([".git", ".galley"]);
