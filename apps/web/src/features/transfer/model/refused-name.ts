import {
  beginningOf,
  type IssueCode,
  LIMITS,
  nameKey,
  nodeNameIssue,
  numberedName,
  replaceHidden,
} from '@coffer/contracts';
import type { Transfer } from './machine.ts';

/** The refused name: the file's own, or that of a folder above it. */
export interface RefusedName {
  /** Index in the path. */
  readonly at: number;
  readonly name: string;
  readonly issue: IssueCode | 'name_taken';
  readonly isFolder: boolean;
}

/** Undefined for a transfer that did not fail for its name. */
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

/** A folder above it cannot be made: its names are fine. */
export function isTooDeep({ failure }: Transfer): boolean {
  return failure?.issues?.some(({ code }) => code === 'too_deep') === true;
}

/** The client-side check of a new name; the server has the final decision. */
export function issueOf(name: string, refused: RefusedName): RefusedName['issue'] | undefined {
  const isTaken = refused.issue === 'name_taken' && nameKey(name) === nameKey(refused.name);
  return nodeNameIssue(name) ?? (isTaken ? 'name_taken' : undefined);
}

/** An allowed name close to the refused one; `unnamed` if nothing remains. */
export function suggestedName({ name, issue }: RefusedName, unnamed: string): string {
  if (issue === 'name_taken') return numberedName(name, 2);
  const tidy = name
    .toWellFormed()
    .replaceAll('/', '-')
    .replaceAll(/[\t-\r]+/g, ' ');
  const visible = replaceHidden(tidy, () => '')
    .replace(/^ +/, '')
    .normalize('NFC');
  const suggested = shortened(withoutTrailingDots(visible));
  return nodeNameIssue(suggested) === undefined ? suggested : unnamed;
}

const EXTENSION_MAX = 12;

/** Shortens the stem and keeps the extension. */
function shortened(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= EXTENSION_MAX ? name.slice(dot) : '';
  const stem = name.slice(0, name.length - extension.length);
  return withoutTrailingDots(beginningOf(stem, LIMITS.nameBytesMax - bytesOf(extension)) + extension);
}

function withoutTrailingDots(name: string): string {
  return name.replace(/[ .]+$/, '');
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** Replaces invisible characters with a visible sign. */
export function visibleName(name: string): string {
  return replaceHidden(name, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}
