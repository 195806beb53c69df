import { WrongArguments } from '../command-failure.ts';

/** The names of `Space/Folder/File`. Empty for the list of spaces. */
export type RemotePath = readonly string[];

/** Parses a path in Coffer. Refuses `.` and `..`, and ignores slashes at both ends. */
export function parseRemotePath(text: string): RemotePath {
  const names = text.split('/').filter((name) => name !== '');
  if (names.some((name) => name === '.' || name === '..'))
    throw new WrongArguments(`"${text}": paths of Coffer begin at a space and have no "." or "..".`);
  return names.map((name) => name.normalize('NFC'));
}

export function showPath(names: RemotePath): string {
  return names.join('/');
}
