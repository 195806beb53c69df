import { isReservedOnWindows, nodeNameIssue } from '@coffer/contracts';

/** Files and folders that `coffer` itself creates. */
export const TRASH_FOLDER = '.coffer-trash';
const UNFINISHED = /^\..*\.coffer-[0-9a-f]{8}\.part$/s;

export function unfinishedName(name: string, versionId: string): string {
  const beginning = Array.from(name).slice(0, 50).join('');
  return `.${beginning}.coffer-${versionId.replaceAll('-', '').slice(-8)}.part`;
}

export function isOwnName(name: string): boolean {
  return name.toLowerCase() === TRASH_FOLDER || UNFINISHED.test(name);
}

/**
 * Why a file of this name must not be written to the disk. Coffer itself permits few of these names, but a malicious
 * server must not write elsewhere.
 */
export function localNameIssue(
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (nodeNameIssue(name) !== undefined) return 'this name isn’t allowed on a disk';
  if (platform === 'win32' && isReservedOnWindows(name)) return 'this name isn’t allowed on Windows';
  return isOwnName(name) ? '"coffer" uses this name itself' : undefined;
}
