import { type IssueCode, LIMITS, nameKey, nodeNameIssue, numberedName } from '@coffer/contracts';
import type { Transfer } from './machine.ts';

/** The name for which a file was refused: its own, or that of a folder above it. */
export interface RefusedName {
  /** Its place in the path. */
  readonly at: number;
  readonly name: string;
  readonly issue: IssueCode | 'name_taken';
  readonly isFolder: boolean;
}

/** Undefined for what did not fail, or for another reason. */
export function refusedNameOf({ phase, failure, path }: Transfer): RefusedName | undefined {
  if (phase !== 'failed') return undefined;
  const own = path.length - 1;
  const refused = (at: number, issue: RefusedName['issue']): RefusedName => {
    return { at, name: path[at] ?? '', issue, isFolder: at < own || failure?.at !== undefined };
  };
  if (failure?.code === 'name_taken') return refused(failure.at ?? own, 'name_taken');
  if (failure?.code !== 'invalid_request') return undefined;
  for (const [at, name] of path.entries()) {
    const issue = nodeNameIssue(name);
    if (issue !== undefined) return refused(at, issue);
  }
  return undefined;
}

/** Why another name cannot take the place of a refused one, as far as that can be told without the server. */
export function issueOf(name: string, refused: RefusedName): RefusedName['issue'] | undefined {
  const isTaken = refused.issue === 'name_taken' && nameKey(name) === nameKey(refused.name);
  return nodeNameIssue(name) ?? (isTaken ? 'name_taken' : undefined);
}

/** A name that is near to the refused one and allowed. `unnamed` stands where nothing is left of it. */
export function suggestedName({ name, issue }: RefusedName, unnamed: string): string {
  if (issue === 'name_taken') return numberedName(name, 2);
  const tidy = name
    .toWellFormed()
    .replaceAll('/', '-')
    // Line breaks and tabs stand between words, the others between nothing.
    .replaceAll(/[\t-\r]+/g, ' ')
    .replaceAll(UNSEEN, '')
    .replace(/^ +/, '')
    .normalize('NFC');
  return shortened(withoutEnd(tidy)) || unnamed;
}

// oxlint-disable-next-line no-control-regex -- these are what is taken out
const UNSEEN = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
const EXTENSION_MAX = 12;

/** Cut so that it is within the limit, before its extension. */
function shortened(name: string): string {
  if (bytesOf(name) <= LIMITS.nameBytesMax) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= EXTENSION_MAX ? name.slice(dot) : '';
  const stem = Array.from(name.slice(0, name.length - extension.length));
  while (bytesOf(stem.join('') + extension) > LIMITS.nameBytesMax) stem.pop();
  return withoutEnd(stem.join('') + extension);
}

/** Without the spaces and dots that no name may end with. */
function withoutEnd(name: string): string {
  return name.replace(/[ .]+$/, '');
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** The same name with a sign in the place of each that cannot be seen. */
export function visibleName(name: string): string {
  return name.replaceAll(UNSEEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}
