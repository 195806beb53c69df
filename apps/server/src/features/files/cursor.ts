import type { ChildrenQuery } from '@coffer/contracts';
import * as z from 'zod/mini';
import { readCursorText, writeCursorText } from '../../platform/cursor-text.ts';
import type { NodeRow, SortKey } from './model.ts';
import type { SortPosition } from './store/children.ts';

export interface Cursor {
  readonly kind: NodeRow['kind'];
  readonly position: SortPosition;
}

type Sorting = Pick<ChildrenQuery, 'sort' | 'order'>;

// Text that PostgreSQL can store, which excludes NUL and lone surrogates.
const Text = z.string().check(
  z.maxLength(1_500),
  z.refine((text) => text.isWellFormed() && !text.includes('\u0000')),
);
const Id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const Moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  // JavaScript turns February 31 into March 3; PostgreSQL rejects that date and the year 0.
  z.refine((text) => isMoment(text) && !text.startsWith('0000')),
);

const POSITIONS = {
  name: z.tuple([Text, Id]),
  size: z.tuple([z.number().check(z.int(), z.minimum(0)), Id]),
  modified: z.tuple([Moment, Id]),
  kind: z.tuple([Text, Text, Id]),
} as const satisfies Record<SortKey, z.ZodMiniType<SortPosition>>;

const Envelope = z.strictObject({
  kind: z.enum(['folder', 'file']),
  sort: z.enum(['name', 'size', 'kind', 'modified']),
  order: z.enum(['asc', 'desc']),
  position: z.array(z.unknown()).check(z.maxLength(4)),
});

/** Writes the cursor as text. It contains only values that the reader has already seen. */
export function writeCursor(sorting: Sorting, cursor: Cursor): string {
  const envelope = {
    kind: cursor.kind,
    sort: sorting.sort,
    order: sorting.order,
    position: cursor.position,
  } satisfies z.infer<typeof Envelope> | { position: SortPosition };
  return writeCursorText(envelope);
}

/** Undefined if the text is not a valid cursor, or belongs to another sort. */
export function parseCursor(
  text: string,
  sorting: Sorting,
  keyOf: (kind: NodeRow['kind']) => SortKey,
): Cursor | undefined {
  const envelope = Envelope.safeParse(readCursorText(text));
  if (!envelope.success) return undefined;
  const { kind, sort, order } = envelope.data;
  if (sort !== sorting.sort || order !== sorting.order) return undefined;
  const position = POSITIONS[keyOf(kind)].safeParse(envelope.data.position);
  return position.success ? { kind, position: position.data } : undefined;
}

function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text;
}
