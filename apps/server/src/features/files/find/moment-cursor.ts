import * as z from 'zod/mini';
import { readCursorText, writeCursorText } from '../../../platform/cursor-text.ts';

/** A position in a list by time, newest first. */
export interface Moment {
  readonly id: string;
  readonly at: Date;
}

const Position = z.tuple([
  z.iso.datetime({ precision: 3 }).check(z.refine((text) => !text.startsWith('0000'))),
  z.uuid(),
]);

export function writeMomentCursor({ at, id }: Moment): string {
  const position = [at.toISOString(), id] satisfies z.infer<typeof Position>;
  return writeCursorText(position);
}

/** Undefined if the text is not a valid cursor. */
export function parseMomentCursor(text: string): Moment | undefined {
  const position = Position.safeParse(readCursorText(text));
  if (!position.success) return undefined;
  const [at, id] = position.data;
  return { at: new Date(at), id };
}
