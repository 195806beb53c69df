import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { err, MIB, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { createLimitedProcess, type ProcessLimits } from '../limited-process/limited-process.ts';
import type { Picture, Thumbnailer, Thumbnails, ThumbnailsFailure } from './thumbnails.ts';

const ENTRY = fileURLToPath(new URL('child.ts', import.meta.url));
const FRAME_BYTES_MAX = 4 * MIB;
/** Memory of the second process: 150 MB for a picture, which is enough for photos. Node.js itself takes the rest. */
const HELPER_MEMORY_MAX_KIB = 820_000;
const HELPER_BYTES_MAX = 16 * MIB;

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

interface ThumbnailerOptions extends ProcessLimits {
  /** Whether to use a second process. Default: if there is a second processor. */
  readonly hasHelper?: boolean;
  readonly helperMemoryMaxKib?: number;
}

export function createThumbnailer({
  hasHelper = availableParallelism() > 1,
  helperMemoryMaxKib = HELPER_MEMORY_MAX_KIB,
  ...limits
}: ThumbnailerOptions = {}): Thumbnailer {
  const drawer = createDrawer(limits);
  let helper = hasHelper ? createDrawer({ ...limits, memoryMaxKib: helperMemoryMaxKib }) : undefined;
  return {
    atOnce: helper === undefined ? 1 : 2,
    draw: async (picture) => await drawer.draw(picture),
    drawBeside: async (picture) => {
      const isHelped = picture.sizeBytes <= HELPER_BYTES_MAX && drawer.waiting() > 0;
      if (helper === undefined || !isHelped || helper.waiting() >= drawer.waiting()) {
        return await drawer.draw(picture);
      }
      const drawn = await helper.draw(picture);
      if (drawn.ok || drawn.error.code === 'source_failed') return drawn;
      // Without its library, the second process would be started in vain for each picture.
      if (drawn.error.code === 'unavailable') helper = undefined;
      return err({ code: 'cramped' });
    },
    probe: async () => await drawer.probe(),
    stop: async () => {
      await Promise.all([drawer.stop(), helper?.stop()]);
    },
  };
}

function createDrawer(limits: ProcessLimits) {
  const limited = createLimitedProcess({
    entry: ENTRY,
    frameBytesMax: FRAME_BYTES_MAX,
    readAnswer: readThumbnails,
    ...limits,
  });
  let count = 0;
  return {
    /** Number of pictures that are being drawn or wait for it. */
    waiting: () => count,
    draw: async (picture: Picture): Promise<Result<Thumbnails, ThumbnailsFailure>> => {
      count += 1;
      try {
        return await limited.ask(picture);
      } finally {
        count -= 1;
      }
    },
    probe: async () => await limited.probe(),
    stop: async () => await limited.stop(),
  };
}

async function readThumbnails(next: () => Promise<Buffer>): Promise<Result<Thumbnails, ThumbnailsFailure>> {
  const answer = Answer.parse(JSON.parse((await next()).toString()));
  if ('unreadable' in answer) return err({ code: 'unreadable', reason: answer.unreadable });
  const small = await next();
  const large = await next();
  return ok({ ...answer.drawn, small, large });
}
