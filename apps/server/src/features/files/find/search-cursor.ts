import * as z from 'zod/mini';
import type { RankedPosition } from '../store/find/search-scope.ts';

const Position = z.tuple([
  z.number().check(z.int(), z.minimum(0), z.maximum(1_000)),
  z.iso.datetime({ precision: 3 }).check(z.refine((text) => !text.startsWith('0000'))),
  z.uuid(),
]);

export function writeSearchCursor({ rank, modifiedAt, id }: RankedPosition): string {
  const position = [rank, modifiedAt.toISOString(), id] satisfies z.infer<typeof Position>;
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Undefined for foreign text. */
export function parseSearchCursor(text: string): RankedPosition | undefined {
  const position = Position.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!position.success) return undefined;
  const [rank, modifiedAt, id] = position.data;
  return { rank, modifiedAt: new Date(modifiedAt), id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
