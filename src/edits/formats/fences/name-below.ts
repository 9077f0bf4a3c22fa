// The file name in the sentence directly below a fence: "Save this as `src/a.ts`." Never certain, and only where nothing
// above the fence names a file.

import { isBlank } from "../blocks/path-line.ts";
import type { ScanContext } from "../scan.ts";
import { pathsIn } from "./name-line.ts";

const LONGEST = 300;
const THIS =
  "(?:it|this|that|them|the (?:above|file|code|script|snippet|content|contents|whole thing)|everything|das|dies|es|den code|die datei|esto|lo|el código|ceci|cela|le fichier|le code|isto|o código|questo|il codice)";
/** Begins a sentence about the code above it. */
const SAVE = new RegExp(
  String.raw`^\W*(?:(?:now|then|just|and|simply|please|you can|finally)\b,? )*(?:save|store|put|write|copy|place|speichere?|guarda|guárdalo|guardalo|enregistre[zr]?|salva|salve)(?: ${THIS})?(?: above)? (?:as|to|in|into|under|at|als|unter|in|como|en|sous|dans|come|em)\b|^\W*(?:${THIS} (?:goes|belongs) (?:in|into|to)|name (?:it|this|the file))\b|^[^\p{L}]*(?:请)?(?:将|把)?(?:以上|上面)?(?:内容|代码|文件)?(?:保存|存)(?:为|到|成|在)|(?:として|に)保存(?:して|します)|(?:으로|로|에) 저장`,
  "iu",
);

/** `next`: the line after the fence. Null where its sentence is about something else, or names several files. */
export function nameBelow(
  { answer, known }: ScanContext,
  next: number,
): { readonly path: string; readonly line: number } | null {
  const line = isBlank(answer.line(next)) ? next + 1 : next;
  const words = line < answer.length ? answer.line(line).trim() : "";
  if (words === "" || words.length > LONGEST || /[:：]\W*$/u.test(words) || !SAVE.test(words)) return null;
  const [path, ...others] = pathsIn(words, known);
  return path === undefined || others.length > 0 ? null : { path, line };
}
