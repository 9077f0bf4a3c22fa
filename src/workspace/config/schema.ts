// The config file's shape: the keys of keys.ts as a schema, and the shapes of those that are more than one value.
// Loaded only when a config file exists.

import * as z from "zod/mini";
import { KEYS, SANDBOX_KEYS, TIMEOUTS, type FromKeys, type Key, type KeyType } from "./keys.ts";

const positive = z.int().check(z.positive());
/** A day is as good as for ever, and a timer holds no more than some weeks. */
const seconds = z.number().check(z.positive(), z.maximum(86_400));

function schemaOf(type: KeyType): z.ZodMiniType {
  switch (type) {
    case "text":
      return z.string();
    case "flag":
      return z.boolean();
    case "seconds":
      return seconds;
    case "bytes":
      return positive;
    case "texts":
      return z.array(z.string());
    default:
      return z.enum([...type] as [string, ...string[]]); // A key without a word to choose would be of no use.
  }
}

type Shape<Table extends Readonly<Record<string, Key>>> = {
  [Name in keyof Table]: z.ZodMiniOptional<z.ZodMiniType<NonNullable<FromKeys<Table>[Name]>>>;
};

function shapeOf<Table extends Readonly<Record<string, Key>>>(table: Table): Shape<Table> {
  const entries = Object.entries(table).map(([name, { type }]) => [name, z.optional(schemaOf(type))]);
  return Object.fromEntries(entries) as Shape<Table>; // Each schema is that of its own key's type.
}

export const RuleSchema = z.strictObject({
  effect: z.enum(["allow", "ask", "deny"]),
  tool: z.optional(z.string()),
  path: z.optional(z.string()),
});

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

const suffix = z.string().check(z.regex(/^\.[^./]+(\.[^./]+)*$/, "a suffix starts with a dot, such as .md"));

export const SandboxSchema = z.strictObject({
  ...shapeOf(SANDBOX_KEYS),
  suffixes: z.optional(z.array(suffix)),
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

/** Where a server is: a program that is started, or an address. */
export const McpServerSchema = z
  .strictObject({
    command: z.optional(z.string().check(z.regex(/^(?:\/.*|[^/]+)$/, "command is a name, or an absolute path"))),
    args: z.optional(z.array(z.string())),
    env: z.optional(z.record(z.string(), z.string())),
    cwd: z.optional(z.string().check(z.regex(/^\//, "cwd is an absolute path"))),
    url: z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/, "url begins with http:// or https://"))),
    timeout: z.optional(seconds),
  })
  .check(
    z.refine(
      ({ command, url, args, env, cwd }) =>
        url === undefined ? command !== undefined : [command, args, env, cwd].every((one) => one === undefined),
      "a server has a command (with args, env, cwd) or a url",
    ),
  );

const McpServersSchema = z.record(
  z.string().check(
    z.regex(/^[A-Za-z0-9](?:_?[A-Za-z0-9-])*$/, "a server's name is letters, digits, - and single _"),
    z.maxLength(32, "a server's name has at most 32 letters"), // A tool's name has 64, and a part for the tool.
  ),
  McpServerSchema,
);

/** The team's server that questions go to instead of this user's own inbox. */
export const TeamInboxSchema = z.strictObject({
  url: z
    .string()
    .check(z.regex(/^https?:\/\/[^\s/?#@]+\/?$/, "url is an address without a path: https://inbox.example.com")),
  token_file: z.string().check(z.minLength(1)),
});

const dollars = z.number().check(z.minimum(0));

/** What counts for one model, beside what its server decides. */
export const ModelSchema = z.strictObject({
  base_url: z.optional(z.string().check(z.regex(/^https?:\/\/\S+$/, "base_url begins with http:// or https://"))),
  context_tokens: z.optional(positive),
  output_tokens: z.optional(positive),
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
  reasoning_effort: z.optional(z.enum(["minimal", "low", "medium", "high"])),
  headers: z.optional(
    z.record(z.string().check(z.regex(/^[A-Za-z0-9-]+$/, "a header's name is letters, digits and -")), z.string()),
  ),
  price: z.optional(z.strictObject({ input: dollars, output: dollars, cached: z.optional(dollars) })),
  fallback: z.optional(z.string()),
  images: z.optional(z.boolean()),
});

const ModelsSchema = z.record(
  z.string().check(z.regex(/^[a-z]+\/\S+$/, "a model is named provider/name")),
  ModelSchema,
);

export const TimeoutsSchema = z.strictObject(shapeOf(TIMEOUTS));

export const ConfigSchema = z.strictObject({
  ...shapeOf(KEYS),
  timeouts: z.optional(TimeoutsSchema),
  sandboxes: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/, "a sandbox name is letters, digits, _ . and -")),
      SandboxSchema,
    ),
  ),
  policy: z.optional(z.array(RuleSchema)),
  protected: z.optional(z.array(z.string())),
  shell: z.optional(ShellSchema),
  mcp_servers: z.optional(McpServersSchema),
  inbox: z.optional(TeamInboxSchema),
  models: z.optional(ModelsSchema),
});

export type Config = z.infer<typeof ConfigSchema>;
export type ModelConfig = z.infer<typeof ModelSchema>;
export type McpServerConfig = z.infer<typeof McpServerSchema>;
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
  ...Object.keys(McpServerSchema.def.shape),
  ...Object.keys(TeamInboxSchema.def.shape),
  ...Object.keys(ModelSchema.def.shape),
  "mounts",
  "writes",
];
