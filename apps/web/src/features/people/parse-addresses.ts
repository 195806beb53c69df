import { isEmail } from '@coffer/contracts';
import type { Invitee } from '../../api/administration/people.ts';

const NAME_LENGTH_MAX = 100;

export interface ReadAddress extends Invitee {
  /** Line number, from 1. */
  readonly line: number;
  readonly problem: 'malformed' | 'repeated' | 'role' | 'quota' | 'group' | undefined;
  /** The text that caused the problem. */
  readonly detail?: string;
  /** Names of the groups that the person will join. */
  readonly groups?: readonly string[];
  /** Number of the line in which the address occurs first. */
  readonly firstLine: number;
}

const TEXT_LENGTH_MAX = 100_000;

/** Undefined for a text that is too long. A part of it could end in another valid address, so none of it is read. */
export function readTyped(text: string): readonly ReadAddress[] | undefined {
  return text.length > TEXT_LENGTH_MAX ? undefined : parseAddresses(text);
}

/** Reads addresses from a pasted mail, table or list: `Nils Berg <nils@example.org>, sofia@example.org`. */
export function parseAddresses(text: string): readonly ReadAddress[] {
  const firstLines = new Map<string, number>();
  return text.split(/\r\n|\r|\n/).flatMap((row, index) =>
    piecesOf(row).map((piece): ReadAddress => {
      const line = index + 1;
      const { email, name } = inviteeOf(piece);
      if (!isEmail(email)) return { line, email: piece, name: '', problem: 'malformed', firstLine: line };
      const key = email.toLowerCase();
      const firstLine = firstLines.get(key) ?? line;
      const problem = firstLines.has(key) ? 'repeated' : undefined;
      firstLines.set(key, firstLine);
      return { line, email, name, problem, firstLine };
    }),
  );
}

/** A comma in quotes belongs to a name. Bare addresses may have only spaces between them. */
function piecesOf(row: string): readonly string[] {
  const pieces = row.match(/(?:"[^"]*"|[^",;\t]|"(?=[^"]*$))+/g) ?? [];
  return pieces.flatMap((piece) => {
    const words = piece.trim().split(/\s+/);
    const areAllBare = words.every((word) => word.includes('@') && !word.includes('<'));
    return (areAllBare ? words : [piece.trim()]).filter((word) => word !== '');
  });
}

function inviteeOf(piece: string): Invitee {
  const named = /^(.*?)\s*<([^<>]*)>$/u.exec(piece);
  if (named === null) return { email: piece, name: '' };
  return { email: (named[2] ?? '').trim(), name: shownName(named[1] ?? '') };
}

/** The name in a form that the server accepts. Empty if it is malformed. */
export function shownName(typed: string): string {
  const name = typed
    .replaceAll(/^["'\s]+|["'\s]+$/g, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, NAME_LENGTH_MAX);
  return name.isWellFormed() ? name : '';
}
