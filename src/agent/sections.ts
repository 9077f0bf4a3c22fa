// The sections that bring files: one set of tools for every backend. There is no other registry of tools.

import type { ToolWorkspace } from "../tools/index.ts";
import { ActiveFiles } from "./services.ts";
import type { Section } from "./session.ts";

/** One set for every backend. */
export const FILESYSTEM_TOOLS = ["ls", "read_file", "write_file", "edit_file", "glob", "grep", "rm"] as const;

export type WorkspaceSectionOptions = {
  readonly workspace: ToolWorkspace;
  /** `native`: another agent brings tools of its own for these files. */
  readonly tools?: "shared" | "native";
};

/** The person's own files, through their sandboxes and rules. */
export function workspaceSection({ workspace, tools = "shared" }: WorkspaceSectionOptions): Section {
  return {
    title: "Workspace",
    key: "workspace",
    tools: tools === "native" ? [] : [...FILESYSTEM_TOOLS, ...(workspace.commands === null ? [] : ["shell"])],
    prompt: () =>
      "You work on the files of a user's workspace. Paths are relative to its root. Every change you propose is shown " +
      "to the user, who may accept it, change it or reject it.",
    open: (session) => session.install(ActiveFiles, workspace, "the section workspace"),
  };
}

/** Files in a container, and commands that run there. */
export function containerSection({ workspace }: { readonly workspace: ToolWorkspace }): Section {
  return {
    title: "Sandbox",
    key: "podman",
    tools: [...FILESYSTEM_TOOLS, "shell", "eval"],
    prompt: () =>
      "You work in a container. Its files and the commands you run there do not touch the user's machine, but the " +
      "user sees what you do and may be asked first.",
    open: (session) => session.install(ActiveFiles, workspace, "the section podman"),
  };
}
