import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { schemaFiles } from "./schemas.ts";

const folder = resolve(import.meta.dirname, "..", "..", "schema");
const files = schemaFiles();

describe("schema/", () => {
  test.each([...files.keys()])("%s is what the source says: else run npm run schema", (name) => {
    expect(readFileSync(join(folder, name), "utf8")).toBe(files.get(name));
  });

  test("holds no schema of something that is gone", () => {
    const found = readdirSync(folder).filter((name) => name.endsWith(".json"));
    expect(found.sort()).toEqual([...files.keys()].sort());
  });

  test("every type of payload is in it, distinguished by its type", () => {
    const { oneOf, $defs } = JSON.parse(files.get("approval-payload.json")!) as {
      oneOf: { $ref: string }[];
      $defs: Record<string, { properties: Record<string, unknown> }>;
    };
    const types = oneOf.map(({ $ref }) => $defs[$ref.slice("#/$defs/".length)]?.properties["type"]);
    expect(types).toEqual(
      ["read", "write", "write_large", "edit", "patch", "move", "delete", "shell", "call", "batch"].map((type) => ({
        type: "string",
        const: type,
      })),
    );
  });

  test("a config with an unknown key is wrong, a payload with one is only newer", () => {
    expect(JSON.parse(files.get("config.json")!)).toMatchObject({ additionalProperties: false });
    expect(files.get("approval-payload.json")).not.toContain('"additionalProperties": false');
  });
});
