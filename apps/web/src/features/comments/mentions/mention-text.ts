import type { UserId } from '@coffer/contracts';

export interface Mentioned {
  readonly id: UserId;
  readonly name: string;
  readonly picture?: string | undefined;
}

interface TypedMention {
  /** Index of the `@`. */
  readonly start: number;
  readonly query: string;
}

/** A name may contain spaces, so everything from the `@` to the caret may be a name. */
const TYPED = /(?:^|[\s(])@(?<query>[^\s@][^@\n]{0,40})?$/u;

/** The mention being typed before the caret. Undefined if there is none, or its name was already chosen. */
export function mentionAt(
  text: string,
  caret: number,
  chosen: readonly Mentioned[],
): TypedMention | undefined {
  const before = text.slice(0, caret);
  const found = TYPED.exec(before);
  if (found === null) return undefined;
  const query = found.groups?.['query'] ?? '';
  if (chosen.some(({ name }) => query.startsWith(name))) return undefined;
  return { start: caret - query.length - 1, query };
}

/** Replaces what was typed by the name. Returns the text and the new position of the caret. */
export function withMention(
  text: string,
  { start, query }: TypedMention,
  name: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(start + 1 + query.length);
  const head = `${text.slice(0, start)}@${name}${/^\s/u.test(rest) ? '' : ' '}`;
  return { text: head + rest, caret: /^\s/u.test(rest) ? head.length + 1 : head.length };
}

/** Finds mentioned names. If one name begins with another, the longer one counts. */
export function findMentions(
  text: string,
  people: readonly Mentioned[],
): readonly { readonly start: number; readonly end: number; readonly person: Mentioned }[] {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length);
  return [...text.matchAll(/@/gu)].flatMap(({ index: start }) => {
    const person = longestFirst.find(({ name }) => isNamedAt(text, start + 1, name));
    return person === undefined ? [] : [{ start, end: start + 1 + person.name.length, person }];
  });
}

/** Keeps the people whose names are still in the text. */
export function keepNamed(text: string, people: readonly Mentioned[]): readonly Mentioned[] {
  const named = new Set(findMentions(text, people).map(({ person }) => person.id));
  return people.filter(({ id }) => named.has(id));
}

function isNamedAt(text: string, at: number, name: string): boolean {
  return text.startsWith(name, at) && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length));
}
