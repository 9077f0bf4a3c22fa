import { expect, test } from "vitest";
import { compileGlob } from "../fs/index.ts";
import { coversFolder, coversPath } from "./covers.ts";

const matches = (pattern: string, path: string): boolean => compileGlob(pattern).matches(path);

test.each<[string, string, boolean]>([
  ["ws/secrets/**", "ws/secrets/key", true],
  ["ws/secrets/**", "ws/secrets", false],
  ["ws/secrets", "ws/secrets/key", true],
  ["ws/secrets", "ws/secrets/a/b", true],
  ["ws/secrets", "ws/secrets2", false],
  ["**/secret*", "ws/a/secrets/b/c", true],
  ["ws/.*", "ws/.ssh/id", true],
  ["ws/*", "ws/a", true],
  ["ws/*", "ws/a/b", false],
  ["ws", "ws/a/b", true],
  ["*", "ws/a/b", true],
  ["ws/*.key", "ws/a.key", true],
  ["ws/*.key", "ws/a.txt", false],
])("%s covers %s: %s", (pattern, path, expected) => expect(coversPath(pattern, path, matches)).toBe(expected));

test.each<[string, string, boolean]>([
  ["ws/secrets/**", "ws/secrets", true],
  ["ws/secrets/**", "ws/secrets/a", true],
  ["ws/secrets/**", "ws", false],
  ["ws/secrets/**/*", "ws/secrets", true],
  ["ws/secrets/*", "ws/secrets", false],
  ["ws/secrets/*.key", "ws/secrets", false],
  ["ws/secrets/?", "ws/secrets", false],
  ["ws/secrets", "ws/secrets", true],
  ["**", "ws", true],
  ["**/*.key", "ws", false],
])("%s covers the folder %s: %s", (pattern, folder, expected) =>
  expect(coversFolder(pattern, folder, matches)).toBe(expected),
);
