import type { SharedQuery } from '@coffer/contracts';
import * as z from 'zod/mini';
import { readCursorText, writeCursorText } from '../../platform/cursor-text.ts';
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
  return writeCursorText([sort, value, row.node_id]);
}

/** Undefined if the text is not a valid cursor, or belongs to another sort. */
export function parseSharedCursor(text: string, sort: SharedQuery['sort']): SharedPosition | undefined {
  const cursor = CURSORS[sort].safeParse(readCursorText(text));
  if (!cursor.success) return undefined;
  const [, value, nodeId] = cursor.data;
  return { value, nodeId };
}
