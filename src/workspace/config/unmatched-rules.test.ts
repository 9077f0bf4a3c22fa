import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judge } from "../../approval/index.ts";
import { effectiveConfig, type Effective } from "./effective.ts";
import { policyOf } from "./rules.ts";
import { requireMatching, unmatchedRules } from "./unmatched-rules.ts";

type Written = { readonly effect?: "allow" | "ask" | "deny"; readonly tool?: string; readonly path?: string };

const own = ({ effect = "deny", ...rule }: Written, sandboxes: readonly string[] = []): Effective =>
  effectiveConfig(
    {
      config: {
        policy: [{ effect, ...rule }],
        ...(sandboxes.length === 0
          ? {}
          : { sandboxes: Object.fromEntries(sandboxes.map((name) => [name, { root: name }])) }),
      },
      from: "user",
    },
    null,
  );

const complaint = (config: Effective): string => {
  try {
    requireMatching(config);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a rule that can apply to something", () => {
  test.each<[Written]>([
    [{ path: "workspace/.env" }],
    [{ path: "workspace" }],
    [{ path: "workspace/" }],
    [{ path: "./workspace//.env" }],
    [{ path: "**/.env" }],
    [{ path: "*/.env" }],
    [{ path: "w*/.env" }],
    [{ path: "[vw]orkspace/.env" }],
    [{ path: "{workspace/.env,**/*.pem}" }],
    [{ path: "{workspace/secrets/,workspace/keys/}" }],
    [{}],
    [{ tool: "*" }],
    [{ tool: "edit" }],
    [{ tool: "eval" }],
  ])("%o is accepted", (rule) => {
    expect([complaint(own(rule)), unmatchedRules(own(rule))]).toEqual(["", []]);
  });
});

describe("a rule that can apply to nothing", () => {
  test.each<[Written, RegExp]>([
    [{ path: ".env" }, /workspace\/\.env.*\*\*\/\.env/],
    [{ path: "*.env" }, /\*\*\/\*\.env/],
    [{ path: "src/**" }, /begin with the name of a sandbox \(workspace\)/],
    [{ path: "Workspace/.env" }, /did you mean workspace\?/],
    [{ path: " workspace/.env" }, /sandbox/],
    [{ path: "{workspace,other}/.env" }, /other\/\.env/],
    [{ path: "{workspace/.env,.env}" }, /\.env/],
    [{ effect: "ask", path: ".env" }, /sandbox/],
    [{ effect: "allow", path: "src/**" }, /sandbox/],
    [{ tool: "readfile" }, /"readfile".*did you mean read_file\?/],
    [{ tool: "Read_File", path: "workspace/.env" }, /tool/],
    [{ tool: "" }, /tool/],
    [{ effect: "allow", tool: "bash" }, /tool/],
  ])("%o is an error that says how to write it", (rule, message) => {
    expect(complaint(own(rule))).toMatch(message);
    expect(complaint(own(rule))).toContain("your config (policy[0])");
  });

  test("with sandboxes of its own a config has to use their names", () => {
    expect(complaint(own({ path: "workspace/.env" }, ["app", "docs"]))).toContain("(app, docs)");
    expect(complaint(own({ path: "docs/.env" }, ["app", "docs"]))).toBe("");
  });

  const project = (rule: Written, sandboxes?: Record<string, { root: string }>): Effective =>
    effectiveConfig(sandboxes === undefined ? null : { config: { sandboxes }, from: "user" }, {
      policy: [{ effect: "deny", ...rule }],
    });

  test("a project that is the only sandbox knows its name", () => {
    expect(complaint(project({ path: ".env" }))).toContain("the project's .galley/config.json (policy[0])");
    expect(complaint(project({ tool: "readfile" }))).toContain("tool");
  });

  test("a project cannot know the names that the user gave, so that is a warning", () => {
    const config = project({ path: "workspace/.env" }, { app: { root: "app" } });
    expect(complaint(config)).toBe("");
    expect(unmatchedRules(config)).toEqual([expect.stringContaining("can match nothing")]);
    expect(complaint(project({ tool: "readfile" }, { app: { root: "app" } }))).toContain("tool");
  });
});

test("an accepted pattern without wildcards denies the path it spells", () => {
  const name = fc.stringMatching(/^[a-z.]{1,8}$/).filter((text) => text !== "." && text !== "..");
  const sandboxes = ["workspace", "a", "b.c"];
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), fc.boolean(), (names, isNamed) => {
      const path = [...(isNamed ? ["a"] : []), ...names].join("/");
      const config = own({ path }, sandboxes);
      const isAccepted = complaint(config) === "";
      const flags = { read_approval: false, write_approval: false, edit_approval: false };
      const { effect } = judge(
        { tool: "read_file", access: "read", paths: [path], isProtected: false, flags },
        policyOf(config, () => false),
      );
      expect(isAccepted).toBe(sandboxes.includes(path.split("/")[0]!));
      expect(effect).toBe("deny");
    }),
  );
});
