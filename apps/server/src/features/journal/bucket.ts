import { createHash } from 'node:crypto';
import { err, ok, parseJson, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { Blobs, StoreFailure } from '../../platform/blobs/blobs.ts';
import { type Entry, FORMAT, lineOf } from './model.ts';

const NAMES_PER_PAGE = 1_000;

const Part = z.object({ name: z.string(), rows: z.number().int(), sha256: z.string() });

export const SegmentHeader = z.object({
  format: z.literal(FORMAT),
  journal: z.string(),
  sequence: z.number().int(),
  at: z.string(),
  /** SHA-256 of the previous segment. */
  previous: z.string(),
  rows: z.number().int(),
  /** The segments of the spaces that changed. */
  segments: z.array(Part),
});
export type SegmentHeader = z.infer<typeof SegmentHeader>;

export const SnapshotHeader = z.object({
  format: z.literal(FORMAT),
  journal: z.string(),
  sequence: z.number().int(),
  /** SHA-256 of the newest segment that the snapshot covers. */
  hash: z.string(),
  at: z.string(),
  rows: z.number().int(),
  parts: z.array(Part),
});
export type SnapshotHeader = z.infer<typeof SnapshotHeader>;

const EntryLine = z.object({
  table: z.string(),
  key: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  row: z
    .record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean(), z.null(), z.looseObject({}), z.array(z.unknown())]),
    )
    .nullable(),
});

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Piece {
  readonly bytes: Buffer;
  readonly sha256: string;
}

export function pieceOf(lines: readonly object[]): Piece {
  const bytes = Buffer.from(lines.map(lineOf).join(''));
  return { bytes, sha256: sha256Hex(bytes) };
}

/** All names after `after`. `start` is the prefix of the keys, which the names leave out. */
export async function listNames(
  list: Blobs['listObjects'],
  start: string,
  after?: string,
): Promise<Result<readonly string[], StoreFailure>> {
  const names: string[] = [];
  let marker = after === undefined ? undefined : `${start}${after}`;
  do {
    const page = await list({ after: marker, limit: NAMES_PER_PAGE });
    if (!page.ok) return page;
    names.push(...page.value.objects.map(({ key }) => key.slice(start.length)));
    marker = page.value.next;
  } while (marker !== undefined);
  return ok(names);
}

/** The whole object. Undefined if it does not exist. */
export async function readAll(blobs: Blobs, key: string): Promise<Result<Buffer | undefined, StoreFailure>> {
  const read = await readTo(blobs, key, (): Uint8Array[] => []);
  if (!read.ok || read.value === undefined) return read.ok ? ok(undefined) : read;
  return ok(Buffer.concat(read.value));
}

const READS_MAX = 3;

interface Taker {
  readonly push: (bytes: Uint8Array) => unknown;
}

/** Reads the whole object into what `begin` returns, and again if the transfer breaks off. */
export async function readTo<T extends Taker>(
  blobs: Blobs,
  key: string,
  begin: () => T,
): Promise<Result<T | undefined, StoreFailure>> {
  for (let number = 0; number < READS_MAX; number += 1) {
    const found = await blobs.read(key);
    if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
    const taker = begin();
    let sizeBytes = 0;
    try {
      for await (const chunk of found.value.bytes) {
        taker.push(chunk);
        sizeBytes += chunk.length;
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      continue;
    }
    if (sizeBytes === found.value.sizeBytes) return ok(taker);
  }
  return err({ code: 'store_unavailable' });
}

/** Parses a header and entries. Undefined if the text does not have this format. */
export function parseLines<H>(
  header: z.ZodType<H>,
  bytes: Buffer,
): { readonly header: H; readonly entries: readonly Entry[] } | undefined {
  const [first, ...lines] = bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  const head = first === undefined ? undefined : header.safeParse(parseJson(first));
  if (head?.success !== true) return undefined;
  const entries: Entry[] = [];
  for (const line of lines) {
    const entry = EntryLine.safeParse(parseJson(line));
    if (!entry.success) return undefined;
    entries.push(entry.data);
  }
  return { header: head.data, entries };
}

/** Runs `work` for each item, `atOnce` at a time. Starts no further item after a failure. */
export async function eachUntilFailure<T, E>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<Result<unknown, E>>,
): Promise<Result<void, E>> {
  const waiting = items[Symbol.iterator]();
  let failure: Result<never, E> | undefined;
  const run = async (): Promise<void> => {
    for (const item of waiting) {
      if (failure !== undefined) return;
      const done = await work(item);
      if (!done.ok) failure ??= err(done.error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return failure ?? ok(undefined);
}
