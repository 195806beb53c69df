import type { SharedQuery } from '@coffer/contracts';
import * as z from 'zod/mini';
import type { SharedPlace, SharedPosition } from './store/shared.ts';

const Text = z.string().check(
  z.maxLength(1_500),
  z.refine((text) => text.isWellFormed() && !text.includes('\u0000')),
);
const Moment = z.iso.datetime({ precision: 3 }).check(z.refine((text) => !text.startsWith('0000')));

const CURSORS = {
  name: z.tuple([z.literal('name'), Text, z.uuid()]),
  date: z.tuple([z.literal('date'), Moment, z.uuid()]),
} as const;

export function writeSharedCursor(sort: SharedQuery['sort'], row: SharedPlace): string {
  const value = sort === 'name' ? row.name_sort : row.created_at.toISOString();
  return Buffer.from(JSON.stringify([sort, value, row.node_id])).toString('base64url');
}

/** Undefined for foreign text or another sort. */
export function parseSharedCursor(text: string, sort: SharedQuery['sort']): SharedPosition | undefined {
  const cursor = CURSORS[sort].safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!cursor.success) return undefined;
  const [, value, nodeId] = cursor.data;
  return { value, nodeId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
