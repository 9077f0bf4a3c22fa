// Commands a person lists as safe, with more words after them: which words could make such a program run another one.
// A convenience that errs on the side of asking; it never makes anything safe by itself.

/** Programs made to run others: only a whole listed line of theirs is safe. */
export const RUNS_OTHERS: ReadonlySet<string> = new Set(
  (
    "7z ansible apt apt-get ash at awk bash batch builtin bun bunx busybox bwrap chroot chrt cmake command conda " +
    "coproc cpio cpulimit crontab csh ctags dash dc deno direnv doas docker dpkg dtach ed elvish emacs entr env " +
    "eval ex exec expect fakeroot fd fdfind find firejail fish flock ftp gawk gdb gem ghci gnuplot gpg hg ionice " +
    "irb java jshell julia kill kotlin ksh kubectl ld.so less lftp lldb logrotate ltrace lua m4 make man mawk " +
    "mise mksh more mosh mysql nano nawk nc ncat nice ninja nix nix-shell node nohup npx nsenter nu numactl " +
    "openssl osascript parallel perf perl php pkexec pnpx podman poetry prlimit proot psql puppet pwsh pypy " +
    "python python2 python3 rake rlwrap rpm rsync ruby run-parts runuser rustup sash scp screen script sed " +
    "setarch setpriv setsid sftp sg sh socat source split sqlite3 ssh sshpass start-stop-daemon stdbuf strace su " +
    "sudo svn systemd-run tar taskset tclsh tcsh tee telnet time timeout tmux toybox trap tsx unbuffer unshare uv " +
    "uvx valgrind vi view vim vipw visudo volta watch wget wish xargs xdg-open xonsh xterm yarn yash zip zsh"
  ).split(" "),
);

/** What `git` alone in the list covers. Left out: what runs programs (bisect, submodule, config, aliases), opens an editor. */
export const PLAIN_GIT: ReadonlySet<string> = new Set(
  (
    "add am apply branch checkout cherry-pick clean commit fetch format-patch gc init merge mv pull push reset restore revert " +
    "rm stash switch tag worktree"
  ).split(" "),
);

/** True when a word given to this program could name another one to be run, or settings that do. */
export function namesProgram(program: string, word: string): boolean {
  const option = /^-{1,2}([A-Za-z][\w.-]*)/.exec(word)?.[1];
  if (option === undefined) return false;
  if (program === "git") return namesGitProgram(word);
  return TELLING.test(option);
}

// Names of options that take a program, its text, or a file of settings that may hold one.
const TELLING =
  /exec|shell|cmd|command|pager|editor|eval|^config$|conf$|plugin|hook|runner|wrapper|program|preload|require|import|loader|prefix|userconfig|rcfile|toolchain|vettool|node-options|^[ecpx]$/i;

function namesGitProgram(word: string): boolean {
  if (!word.startsWith("--")) return /^-[a-zA-Z]*[xcO]/.test(word);
  const name = word.slice(2).split("=")[0]!;
  // Git takes a long option by its first letters.
  return name !== "" && GIT_TELLING.some((known) => known.startsWith(name) || name.startsWith(known));
}

const GIT_TELLING = "exec upload-pack receive-pack extcmd config template open-files-in-pager output edit tool".split(
  " ",
);
