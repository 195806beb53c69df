import * as z from 'zod/mini';

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
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Undefined for foreign text. */
export function parseMomentCursor(text: string): Moment | undefined {
  const position = Position.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!position.success) return undefined;
  const [at, id] = position.data;
  return { at: new Date(at), id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
