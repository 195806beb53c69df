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

/** The refused name, which is that of the file or of a folder above it. */
export interface RefusedName {
  /** Index in the path. */
  readonly at: number;
  readonly name: string;
  readonly issue: IssueCode | 'name_taken';
  readonly isFolder: boolean;
}

/** Returns undefined if the transfer did not fail because of a name. */
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

/** Whether a folder above the file would be nested too deeply. The names themselves are allowed. */
export function isTooDeep({ failure }: Transfer): boolean {
  return failure?.issues?.some(({ code }) => code === 'too_deep') === true;
}

/** Checks a new name in the browser; the server decides. */
export function issueOf(name: string, refused: RefusedName): RefusedName['issue'] | undefined {
  const isTaken = refused.issue === 'name_taken' && nameKey(name) === nameKey(refused.name);
  return nodeNameIssue(name) ?? (isTaken ? 'name_taken' : undefined);
}

/** An allowed name similar to the refused one, or `unnamed` if nothing remains of it. */
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

/** Shortens the name and keeps its extension. */
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

/** Replaces invisible characters by visible symbols. */
export function visibleName(name: string): string {
  return replaceHidden(name, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}
