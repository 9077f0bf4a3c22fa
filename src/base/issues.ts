// What a schema says against a value, in words. The small schema library carries none of its own.

/** The parts of a schema issue that words are made from. */
type Issue = { readonly code: string; readonly path: readonly PropertyKey[]; readonly message?: string };

/** `suggest` turns an unknown key into a hint such as " (did you mean path?)". */
export function describeIssue(issue: Issue, suggest: (key: string) => string = () => ""): string {
  const where = issue.path.length === 0 ? "" : `${issue.path.map(String).join(".")}: `;
  return where + wordsFor(issue as Issue & Readonly<Record<string, unknown>>, suggest);
}

function wordsFor(issue: Issue & Readonly<Record<string, unknown>>, suggest: (key: string) => string): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return (issue["keys"] as readonly string[])
        .map((key) => `unknown key ${JSON.stringify(key)}${suggest(key)}`)
        .join("; ");
    case "invalid_type":
      return `must be ${article(issue["expected"])}`;
    case "invalid_value":
      return `must be one of ${(issue["values"] as readonly unknown[]).map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return `must be at least ${String(issue["minimum"])}${issue["inclusive"] === false ? " and more" : ""}`;
    case "too_big":
      return `must be at most ${String(issue["maximum"])}`;
    case "invalid_union":
      return issue["note"] === "No matching discriminator"
        ? "is not one of the values that are known here"
        : "is not what is expected here";
    default:
      return issue.message && issue.message !== "Invalid input" ? issue.message : "is not what is expected here";
  }
}

function article(expected: unknown): string {
  const noun = String(expected) === "int" ? "whole number" : String(expected);
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
