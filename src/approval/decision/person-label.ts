// A person of a team as every surface shows them: a display name is anyone's to choose, so the id is always there too, as
// in `Mia Beck <8f14e45f>`. Two people never have the same label, and a list of labels reads in one way.

export type LabelledPerson = {
  /** Issuer, a space, and subject; a subject has no space in it. */
  readonly id: string;
  readonly name: string;
};

/** `home`: the issuer that goes without saying, as `issuerOf` gives it. Null: none does. */
export type LabelOptions = { readonly home: string | null };

/** For one line of text. What is hidden or misleading in it is still to be revealed. */
export function personLabel({ id, name }: LabelledPerson, { home }: LabelOptions): string {
  const shown = home !== null && issuerOf(id) === home ? subjectOf(id) : id;
  if (name === shown && isPlain(name)) return shown;
  return `${isPlain(name) ? name : JSON.stringify(name)} <${shown}>`;
}

/** `Ann <1> and Bob <2>`. Empty for no one. */
export function peopleLabel(people: readonly LabelledPerson[], options: LabelOptions): string {
  const labels = people.map((person) => personLabel(person, options));
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}

/** The issuer of an id. Empty where there is none in it. */
export function issuerOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf(" ")));
}

function subjectOf(id: string): string {
  return id.slice(id.lastIndexOf(" ") + 1);
}

const PLAIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.@_+'’-]*(?: [\p{L}\p{M}\p{N}.@_+'’-]+)*$/u;

/** Whether a name needs no quotes: nothing in it looks like an id, or joins two people. */
function isPlain(name: string): boolean {
  return PLAIN.test(name) && !/(?:^| )and(?: |$)/i.test(name);
}
