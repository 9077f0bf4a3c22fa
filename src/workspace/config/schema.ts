// The config file's shape, defined here and nowhere else. Loaded only when a config file exists.

import * as z from "zod/mini";

const positive = z.int().check(z.positive());

export const RuleSchema = z.strictObject({
  effect: z.enum(["allow", "ask", "deny"]),
  tool: z.optional(z.string()),
  path: z.optional(z.string()),
});

const flags = {
  mode: z.optional(z.enum(["ro", "rw"])),
  suffixes: z.optional(
    z.array(z.string().check(z.regex(/^\.[^./]+(\.[^./]+)*$/, "a suffix starts with a dot, such as .md"))),
  ),
  max_file_bytes: z.optional(positive),
  symlinks: z.optional(z.enum(["within", "deny"])),
  read_approval: z.optional(z.boolean()),
  write_approval: z.optional(z.boolean()),
  edit_approval: z.optional(z.boolean()),
};

export const MountSchema = z.strictObject({
  from: z.string(),
  to: z.optional(z.string()),
  include: z.optional(z.array(z.string())),
  exclude: z.optional(z.array(z.string())),
  max_bytes: z.optional(positive),
});

export const ContainerSchema = z.strictObject({
  engine: z.optional(z.string()),
  image: z.string(),
  workdir: z.optional(z.string()),
  memory: z.optional(z.string().check(z.regex(/^[1-9][0-9]*[bkmg]?$/i, "memory is a size such as 512m"))),
  pids: z.optional(positive),
  cpus: z.optional(z.number().check(z.positive())),
  network: z.optional(z.boolean()),
  user: z.optional(z.string()),
});

export const SandboxSchema = z.strictObject({
  ...flags,
  root: z.optional(z.string()),
  container: z.optional(ContainerSchema),
  memory: z.optional(z.strictObject({ mounts: z.optional(z.array(MountSchema)) })),
});

export const ShellSchema = z.strictObject({
  where: z.optional(z.enum(["confined", "host"])),
  unasked: z.optional(z.enum(["never", "read-only"])),
  safe_commands: z.optional(
    z.array(z.union([z.string(), z.strictObject({ command: z.string(), writes: z.optional(z.boolean()) })])),
  ),
  git_writable: z.optional(z.boolean()),
  pass_environment: z.optional(z.array(z.string())),
  readable: z.optional(z.array(z.string())),
});

/** In seconds. A day is as good as for ever, and a timer holds no more than some weeks. */
const seconds = z.optional(z.number().check(z.positive(), z.maximum(86_400)));

export const TimeoutsSchema = z.strictObject({ connect: seconds, first_byte: seconds, idle: seconds });

export const ConfigSchema = z.strictObject({
  model: z.optional(z.string()),
  base_url: z.optional(z.string()),
  timeouts: z.optional(TimeoutsSchema),
  editor: z.optional(z.string()),
  editor_unchanged: z.optional(z.enum(["ask", "apply"])),
  sandboxes: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/, "a sandbox name is letters, digits, _ . and -")),
      SandboxSchema,
    ),
  ),
  default_sandbox: z.optional(z.string()),
  policy: z.optional(z.array(RuleSchema)),
  confirm_edits: z.optional(z.boolean()),
  protected: z.optional(z.array(z.string())),
  read_before_edit: z.optional(z.boolean()),
  stage: z.optional(z.boolean()),
  pager: z.optional(z.string()),
  shell: z.optional(ShellSchema),
});

export type Config = z.infer<typeof ConfigSchema>;
export type SandboxConfig = z.infer<typeof SandboxSchema>;

/** Every key at every level, for the nearest known one to a slip. */
export const KNOWN_KEYS: readonly string[] = [
  ...Object.keys(ConfigSchema.def.shape),
  ...Object.keys(SandboxSchema.def.shape),
  ...Object.keys(MountSchema.def.shape),
  ...Object.keys(ContainerSchema.def.shape),
  ...Object.keys(RuleSchema.def.shape),
  ...Object.keys(ShellSchema.def.shape),
  ...Object.keys(TimeoutsSchema.def.shape),
  "mounts",
  "command",
  "writes",
];
