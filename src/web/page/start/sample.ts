// An answer to try the page with: it creates one small file, and says so.

export const SAMPLE_PATH = "galley-sample.md";

export const SAMPLE_ANSWER = `I'll add a short note. This sample creates the file ${SAMPLE_PATH} and changes nothing else.

${SAMPLE_PATH}
\`\`\`
# A file to try Galley with

- Nothing is written before you approve it.
- What you approve is what is written, byte for byte.
- Undo takes it back. You can delete this file at any time.
\`\`\`
`;
