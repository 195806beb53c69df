import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { MIB } from '@coffer/kit';
import mime from 'mime';

export interface WebFile {
  readonly mediaType: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  /** Whether the file runs under the policy of its own response, as pages and workers do. */
  readonly isGoverned: boolean;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly br: Uint8Array<ArrayBuffer> | undefined;
  readonly gzip: Uint8Array<ArrayBuffer> | undefined;
}

/** The files by path, such as `/index.html`. Requests cannot reach other files. */
export interface WebFiles {
  find(path: string): WebFile | undefined;
  refresh(): Promise<boolean>;
}

const FILES_MAX = 5_000;
const FOLDER_BYTES_MAX = 128 * MIB;
/** Vite adds a content hash to these names. */
const IMMUTABLE = /^\/assets\/.*-[\w-]{8,}\.\w+$/;
const GOVERNED = /\.html$|\.worker[.-].*\.m?js$/;

export function createWebFiles(folder: string): WebFiles {
  let files: ReadonlyMap<string, WebFile> = new Map();
  let readAtMs: number | undefined;
  let reading: Promise<boolean> | undefined;
  const refresh = async (): Promise<boolean> => {
    const changedMs = await changedAt(join(folder, 'index.html'));
    if (changedMs === readAtMs) return changedMs !== undefined;
    files = changedMs === undefined ? new Map() : await readFolder(folder);
    readAtMs = changedMs;
    return changedMs !== undefined;
  };
  return {
    find: (path) => files.get(path),
    refresh: async () =>
      await (reading ??= refresh().finally(() => {
        reading = undefined;
      })),
  };
}

async function changedAt(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, WebFile>> {
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  let left = FOLDER_BYTES_MAX;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || isHidden(relative(folder, join(entry.parentPath, entry.name)))) continue;
    const path = join(entry.parentPath, entry.name);
    const content = new Uint8Array(await readFile(path));
    left -= content.length;
    if (left < 0 || bytes.size >= FILES_MAX)
      throw new Error('the built web application exceeds the size limit');
    bytes.set(`/${relative(folder, path).split(sep).join('/')}`, content);
  }
  const files = new Map<string, WebFile>();
  for (const [path, plain] of bytes) {
    const compressed = /^(.*)\.(?:br|gz)$/.exec(path)?.[1];
    if (compressed !== undefined && bytes.has(compressed)) continue;
    files.set(path, {
      mediaType: mime.getType(path) ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      // A worker cached forever would keep an old policy, although the store may have moved.
      isImmutable: IMMUTABLE.test(path) && !GOVERNED.test(path),
      isGoverned: GOVERNED.test(path),
      plain,
      br: bytes.get(`${path}.br`),
      gzip: bytes.get(`${path}.gz`),
    });
  }
  return files;
}

function isHidden(path: string): boolean {
  return path.split(sep).some((segment) => segment.startsWith('.'));
}
