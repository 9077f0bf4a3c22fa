// Limits that a user meets, once: the code that keeps them, the messages that name them and docs/limits.md read this
// table. Plain data. What only bounds the work inside one file is a constant of that file.

export type Limit = {
  readonly value: number;
  readonly unit: "bytes" | "characters" | "files" | "entries" | "lines" | "milliseconds";
  /** What is limited, and what happens beyond. */
  readonly means: string;
};

const KB = 1024;
const MB = 1024 * KB;

export const LIMITS = {
  fileBytes: {
    value: 32 * MB,
    unit: "bytes",
    means: "a file that is read or written, unless max_file_bytes says otherwise",
  },
  largeWriteBytes: { value: 1_000_000, unit: "bytes", means: "a write above this is asked about as write_large" },
  configBytes: { value: MB, unit: "bytes", means: "a config file" },
  pathBytes: { value: 4096, unit: "bytes", means: "a path" },
  nameBytes: { value: 255, unit: "bytes", means: "one name in a path" },
  patternChars: { value: 4096, unit: "characters", means: "a pattern for glob or grep" },
  listedEntries: {
    value: 10_000,
    unit: "entries",
    means: "a listing or the result of glob; a longer one is cut, which the result says",
  },
  matchedLines: { value: 1000, unit: "lines", means: "the result of grep; a longer one is cut, which the result says" },
  removedFiles: { value: 5000, unit: "files", means: "a folder that rm deletes in one step" },
  removedBytes: { value: 256 * MB, unit: "bytes", means: "all files of a folder that rm deletes in one step" },
  mountBytes: { value: 64 * MB, unit: "bytes", means: "a memory mount, unless max_bytes says otherwise" },
  mappedBytes: { value: MB, unit: "bytes", means: "a source file in the map; larger ones are listed as left out" },
  clipboardBytes: { value: 64 * MB, unit: "bytes", means: "an answer that is read from the clipboard" },
  imageBytes: { value: 3_932_160, unit: "bytes", means: "an image that is sent to a model" },
  imagesBytes: { value: 12 * MB, unit: "bytes", means: "all images of one request to a model" },
  questionBytes: { value: 128 * MB, unit: "bytes", means: "a question in the inbox" },
  sessionBytes: { value: 64 * MB, unit: "bytes", means: "a saved session" },
  readChars: {
    value: 150_000,
    unit: "characters",
    means: "what a model gets from one read_file; it reads on with offset",
  },
  resultChars: {
    value: 200_000,
    unit: "characters",
    means: "what a model gets from one tool call; the rest is cut, which the result says",
  },
  messageBytes: { value: 64 * MB, unit: "bytes", means: "one message of a client to galley mcp" },
  commandMs: { value: 3_600_000, unit: "milliseconds", means: "the longest timeout_ms of a command" },
} as const satisfies Readonly<Record<string, Limit>>;
