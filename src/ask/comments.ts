// Comments on lines of a change, for the asker: with a rejection they are added to its reason, with an approval they are
// part of the result.

import type { Answer, Comment } from "../approval/index.ts";

/** The same answers; one that rejects has the comments on its file in its reason. */
export function withComments(answers: readonly Answer[], comments: readonly Comment[] = []): readonly Answer[] {
  return answers.map((answer) => {
    if (answer.action !== "reject") return answer;
    const reason = [answer.reason ?? "", commentsOn(answer.digest, comments)].filter((text) => text !== "").join("\n");
    return reason === "" ? answer : { ...answer, reason };
  });
}

/** Those on one change, a line each, in the order of the file; "" when there are none. */
export function commentsOn(digest: string, comments: readonly Comment[] = []): string {
  return comments
    .filter((each) => each.digest === digest)
    .toSorted((a, b) => a.from - b.from)
    .map(describeComment)
    .join("\n");
}

function describeComment({ side, from, to, text }: Comment): string {
  const lines = from === to ? `line ${from}` : `lines ${from}-${to}`;
  return `On ${lines} ${side === "old" ? "before" : "after"} the change: ${text}`;
}
