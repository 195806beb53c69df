/** The code of a file system error, such as `ENOENT`. Undefined for other errors. */
export function errorCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return String(error.code);
}

const MESSAGES: Readonly<Record<string, string>> = {
  ENOENT: 'not found',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it exists',
  ENAMETOOLONG: 'the name is too long for this disk',
  EMFILE: 'too many open files',
  ELOOP: 'it is a symbolic link',
  EIO: 'the disk cannot read or write it',
};

export function fileErrorMessage(error: unknown): string | undefined {
  const code = errorCodeOf(error);
  return code === undefined ? undefined : (MESSAGES[code] ?? code);
}
