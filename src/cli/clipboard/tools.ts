// The programs that read and write a clipboard, as a table: which environment each is for, and its arguments. Plain data;
// nothing is started here.

/** "image": what was copied, as a PNG. */
export type Direction = "read" | "write" | "image";

export type ClipboardTool = {
  readonly program: string;
  readonly args: readonly string[];
  /** Lists what kinds of data the clipboard has, one on each line; null where that cannot be asked. */
  readonly kinds?: readonly string[];
  /** What the program's text is made of; clip.exe takes UTF-16, and Windows ends lines with CRLF. Some print bytes as text. */
  readonly encoding?: "windows" | "hex" | "base64";
};

type Group = {
  /** Whether this is the clipboard of the desktop that we run on. */
  readonly fits: (machine: Machine) => boolean;
  readonly read: readonly ClipboardTool[];
  readonly write: readonly ClipboardTool[];
  readonly image: readonly ClipboardTool[];
};

export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

const GROUPS: readonly Group[] = [
  {
    fits: ({ platform }) => platform === "darwin",
    read: [{ program: "pbpaste", args: [] }],
    write: [{ program: "pbcopy", args: [] }],
    // Prints «data PNGf89504E47…».
    image: [{ program: "osascript", args: ["-e", "the clipboard as «class PNGf»"], encoding: "hex" }],
  },
  {
    fits: ({ environment }) => isSet(environment["WAYLAND_DISPLAY"]),
    read: [{ program: "wl-paste", args: ["--no-newline", "--type", "text"], kinds: ["--list-types"] }],
    write: [{ program: "wl-copy", args: ["--type", "text/plain;charset=utf-8"] }],
    image: [{ program: "wl-paste", args: ["--no-newline", "--type", "image/png"] }],
  },
  {
    fits: ({ environment }) => isSet(environment["DISPLAY"]),
    read: [
      {
        program: "xclip",
        args: ["-selection", "clipboard", "-out", "-target", "UTF8_STRING"],
        kinds: ["-selection", "clipboard", "-out", "-target", "TARGETS"],
      },
      { program: "xsel", args: ["--clipboard", "--output"] },
    ],
    write: [
      { program: "xclip", args: ["-selection", "clipboard", "-in"] },
      { program: "xsel", args: ["--clipboard", "--input"] },
    ],
    image: [{ program: "xclip", args: ["-selection", "clipboard", "-out", "-target", "image/png"] }],
  },
  {
    fits: ({ environment }) => isSet(environment["WSL_DISTRO_NAME"]) || isSet(environment["WSL_INTEROP"]),
    read: [
      {
        program: "powershell.exe",
        args: [
          "-NoProfile",
          "-NonInteractive",
          "-Command",
          "[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false); [Console]::Out.Write((Get-Clipboard -Raw))",
        ],
        encoding: "windows",
      },
    ],
    write: [{ program: "clip.exe", args: [], encoding: "windows" }],
    image: [
      {
        program: "powershell.exe",
        args: [
          "-NoProfile",
          "-NonInteractive",
          "-STA",
          "-Command",
          "Add-Type -AssemblyName System.Windows.Forms, System.Drawing; $image = [Windows.Forms.Clipboard]::GetImage(); " +
            "if ($image) { $bytes = New-Object IO.MemoryStream; $image.Save($bytes, [Drawing.Imaging.ImageFormat]::Png); " +
            "[Console]::Out.Write([Convert]::ToBase64String($bytes.ToArray())) }",
        ],
        encoding: "base64",
      },
    ],
  },
];

/** Every program that could do it, those of this desktop first. */
export function clipboardTools(direction: Direction, machine: Machine): readonly ClipboardTool[] {
  const isFitting = ({ fits }: Group): boolean => fits(machine);
  const groups = [...GROUPS.filter(isFitting), ...GROUPS.filter((group) => !isFitting(group))];
  return groups.flatMap((group) => group[direction]);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}
