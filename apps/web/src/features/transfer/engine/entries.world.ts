import { NodeId } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import type { UploadEntry } from '../model/transfer-engine.ts';

export const target = NodeId.parse('00000000-0000-7000-8000-000000000001');

export function file(path: readonly string[], content: string | Buffer): UploadEntry {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return {
    kind: 'file',
    path,
    file: new File([new Uint8Array(bytes)], path.at(-1) ?? '', { lastModified: 1_000 }),
  };
}

/** A file of seven parts. */
export function largeFile(name = 'big.bin', fill = 1): UploadEntry {
  return file([name], Buffer.alloc(60 * MIB, fill));
}

export function smallFiles(count: number, folder = 'trip'): UploadEntry[] {
  return Array.from({ length: count }, (_, index) => file([folder, `${index}.txt`], `content ${index}`));
}

export function filesOf(entries: readonly UploadEntry[]): File[] {
  return entries.flatMap((entry) => (entry.kind === 'file' && entry.file !== undefined ? [entry.file] : []));
}
