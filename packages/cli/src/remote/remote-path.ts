import { WrongArguments } from '../command-failure.ts';

/** `Space/Folder/File`: the names on the way. Empty for the list of spaces. */
export type RemotePath = readonly string[];

/** Paths are those of Coffer: nothing leads up, and a slash at either end means nothing. */
export function parseRemotePath(text: string): RemotePath {
  const names = text.split('/').filter((name) => name !== '');
  if (names.some((name) => name === '.' || name === '..'))
    throw new WrongArguments(`"${text}": paths of Coffer begin at a space and have no "." or "..".`);
  return names.map((name) => name.normalize('NFC'));
}

export function showPath(names: RemotePath): string {
  return names.join('/');
}
