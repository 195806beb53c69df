import * as z from 'zod/mini';
import { readCursorText, writeCursorText } from '../../../platform/cursor-text.ts';
import type { RankedPosition } from '../store/find/search-scope.ts';

const Position = z.tuple([
  z.number().check(z.int(), z.minimum(0), z.maximum(1_000)),
  z.iso.datetime({ precision: 3 }).check(z.refine((text) => !text.startsWith('0000'))),
  z.uuid(),
]);

export function writeSearchCursor({ rank, modifiedAt, id }: RankedPosition): string {
  const position = [rank, modifiedAt.toISOString(), id] satisfies z.infer<typeof Position>;
  return writeCursorText(position);
}

/** Undefined if the text is not a valid cursor. */
export function parseSearchCursor(text: string): RankedPosition | undefined {
  const position = Position.safeParse(readCursorText(text));
  if (!position.success) return undefined;
  const [rank, modifiedAt, id] = position.data;
  return { rank, modifiedAt: new Date(modifiedAt), id };
}
