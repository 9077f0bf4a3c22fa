// What is tried with the settings that `galley hook install` writes.

export const CASES = [
  { name: "working", title: "rejected" },
  { name: "stopped", title: "galley is stopped" },
  { name: "agent-stopped", title: "the agent is stopped for longer than galley waits" },
  { name: "all-stopped", title: "both are stopped for longer (Ctrl-Z)" },
  { name: "untrusted", title: "rejected, nothing trusted" },
  { name: "project", title: "rejected, in the project's settings, nothing trusted" },
] as const;

export type Case = (typeof CASES)[number]["name"];
export type Outcome = "kept" | "written";
