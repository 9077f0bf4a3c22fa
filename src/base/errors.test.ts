import { expect, test } from "vitest";
import {
  EditNotUniqueError,
  failure,
  GalleyError,
  isFailure,
  PathNotInSandboxError,
  PathNotWritableError,
} from "./errors.ts";

test.each([
  ["ESCAPE", PathNotInSandboxError, "PathNotInSandboxError"],
  ["SYMLINK", PathNotInSandboxError, "PathNotInSandboxError"],
  ["PROTECTED", PathNotWritableError, "PathNotWritableError"],
  ["NOT_UNIQUE", EditNotUniqueError, "EditNotUniqueError"],
] as const)("%s has its class and name", (code, Class, name) => {
  const error = failure(code, "m", { data: { path: "a" } });
  expect(error).toBeInstanceOf(Class);
  expect(error).toBeInstanceOf(GalleyError);
  expect({ name: error.name, code: error.code, data: error.data, message: error.message }).toEqual({
    name,
    code,
    data: { path: "a" },
    message: "m",
  });
  expect([isFailure(error), isFailure(error, code), isFailure(error, "IO"), isFailure(new Error("m"))]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
