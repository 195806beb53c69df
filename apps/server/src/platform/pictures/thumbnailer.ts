import { fileURLToPath } from 'node:url';
import { err, MIB, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { createLimitedProcess, type ProcessLimits } from '../limited-process/limited-process.ts';
import type { Thumbnailer, Thumbnails, ThumbnailsFailure } from './thumbnails.ts';

const ENTRY = fileURLToPath(new URL('child.ts', import.meta.url));
const FRAME_BYTES_MAX = 4 * MIB;

const Answer = z.union([
  z.object({
    drawn: z.object({
      width: z.int().positive(),
      height: z.int().positive(),
      color: z.string().regex(/^#[0-9a-f]{6}$/),
      thumbHash: z.string().regex(/^[A-Za-z0-9+/]{6,34}={0,2}$/),
    }),
  }),
  z.object({ unreadable: z.string() }),
]);

export function createThumbnailer(limits: ProcessLimits = {}): Thumbnailer {
  const drawer = createLimitedProcess({
    entry: ENTRY,
    frameBytesMax: FRAME_BYTES_MAX,
    readAnswer: readThumbnails,
    ...limits,
  });
  return {
    draw: async (picture) => await drawer.ask(picture),
    probe: async () => await drawer.probe(),
    stop: async () => await drawer.stop(),
  };
}

async function readThumbnails(next: () => Promise<Buffer>): Promise<Result<Thumbnails, ThumbnailsFailure>> {
  const answer = Answer.parse(JSON.parse((await next()).toString()));
  if ('unreadable' in answer) return err({ code: 'unreadable', reason: answer.unreadable });
  const small = await next();
  const large = await next();
  return ok({ ...answer.drawn, small, large });
}
