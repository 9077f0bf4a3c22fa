// How a text of `galley prompt` begins, so that it is not taken for an answer to it.

export const HEADING = "A program applies the edits in your answer to my files. Write them exactly as described here.";

export function isChatPrompt(text: string): boolean {
  return text.trimStart().startsWith(HEADING);
}
