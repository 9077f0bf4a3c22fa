import { expect, test } from "vitest";
import {
  CODES,
  EditNotUniqueError,
  errorTypeOf,
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

test("a message is one line unless it says that it has lines", () => {
  const message = 'There is no receipt "x\n✓ all applied".';
  expect(failure("NOT_FOUND", message).message).toBe('There is no receipt "x⟨LF⟩✓ all applied".');
  expect(failure("NO_MATCH", "No match.\n  3 | x", { hasLines: true }).message).toBe("No match.\n  3 | x");
});

test("each code has one error_type, wherever it is reported: a rule's refusal is a rejection", () => {
  const codes = (type: string): readonly string[] => CODES.filter((code) => errorTypeOf(code) === type);
  expect(codes("rejected")).toEqual(["PROTECTED", "FORBIDDEN", "REJECTED", "NOT_SEEN", "PENDING"]);
  expect(codes("path_refused").join(" ")).toBe(
    "ESCAPE UNKNOWN_SANDBOX SYMLINK INVALID_PATH IS_DIR NOT_DIR NOT_REGULAR READ_ONLY SUFFIX",
  );
});
