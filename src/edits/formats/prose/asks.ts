// The verbs of what an answer asks for in words, in the languages that answers come in. Never decides what is done: a
// sentence with such a verb may be about anything.

/** Verbs as requests have them; and what is done, only after "can be" and the like. */
export const DELETES =
  /(?<!\p{L})(?:delete|remove|get rid of|(?:be|to|werden|kann|können)\s+(?:safely\s+)?(?:deleted|removed)|lösch(?:e|en|t)|entfern(?:e|en|t)|gelöscht|supprim(?:e[zr]?|ons)|elimin(?:a|e|ar|are|ate|en)|borr(?:a|e|ar|en)|remov(?:a|er)|apagu?(?:e|ar)|exclu(?:a|ir)|rimuov(?:i|ere|ete)|удали(?:те|ть)?|usu(?:ń|nąć|ńcie)|verwijder(?:en)?|sil(?:in|ebilirsiniz)?)(?!\p{L})|删除|删掉|移除|削除|삭제/iu;
export const MOVES =
  /(?<!\p{L})(?:rename|move|umbenennen|benenne|verschieb(?:e|en)|renomme[zr]?|déplace[zr]?|renombr(?:a|e|ar)|muev(?:a|e)|mover|renomei(?:e|ar)|mova|rinomin(?:a|are)|spost(?:a|are)|переименуй(?:те)?|переимен\p{L}*|перемест\p{L}*|zmień nazwę|przenieś|hernoem|verplaats)(?!\p{L})|重命名|改名|移动|名前を変更|移動|이름을|이동|->|=>|→/iu;
/** What negates a request, or makes it one of several ways. */
export const KEEPS =
  /(?<!\p{L})(?:not|never|without|cannot|can't|don't|doesn't|didn't|won't|shouldn't|if|unless|why|would|could|was|were|been|instead of|nicht|kein\p{L}*|wenn|pas|ne|si|no|nunca|não|se|non|не|если|nie|niet)(?!\p{L})|n't|不|别|勿|ないで|마세요/iu;
export const CHANGES =
  /(?<!\p{L})(?:change|replace|add|update|extract|split|inline|convert|wrap|swap|set|ändere|ersetze|füge|remplace[zr]?|ajoute[zr]?|cambi[ae]|reemplaza|añade|agrega|измените|замените|добавьте)(?!\p{L})|修改|改成|替换|添加|変更して|追加して|변경|수정|바꾸|바꿔/iu;

/** Whether a line asks for a change of some code, without the code. */
export function asksInWords(line: string): boolean {
  if (!line.includes("`") || /[?？]\s*$/.test(line) || /^\s*>/.test(line)) return false;
  return clausesOf(line).some(
    (clause) =>
      /`[^`]+`/.test(clause) &&
      (DELETES.test(clause) || MOVES.test(clause) || CHANGES.test(clause)) &&
      !KEEPS.test(clause),
  );
}

const CONDITION =
  /(?<!\p{L})(?:if|unless|should you|once|when|wenn|falls|sobald|si|se|cuando|quand|если|когда|jeśli|gdy|als)(?!\p{L})|如果|もし|만약/iu;

/** Whether the last sentence of these words asks, on no condition, to delete, move or change something. */
export function asksFor(words: string, what: "delete" | "move" | "replace"): boolean {
  const sentence = words
    .split(/(?<=[.!?。！？])\s+/)
    .at(-1)!
    .trim();
  if (/[?？]\W*$/.test(sentence) || CONDITION.test(sentence)) return false;
  const clauses = clausesOf(sentence);
  // A command that changes a text in place asks for it itself.
  if (what === "replace") return !clauses.some((clause) => KEEPS.test(clause));
  const verb = what === "delete" ? DELETES : MOVES;
  return clauses.some((clause) => verb.test(clause) && !KEEPS.test(clause));
}

function clausesOf(text: string): readonly string[] {
  return text.split(/[;,，；]\s*|[.。]\s+/);
}
