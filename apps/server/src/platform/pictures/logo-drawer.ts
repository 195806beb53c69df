import { fileURLToPath } from 'node:url';
import { err, MIB, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { createLimitedProcess, type ProcessFailure } from '../limited-process/limited-process.ts';
import { type DrawnLogo, LOGO_EDGES } from './draw-logo.ts';

/** Draws in a separate process, which ends when it is idle. */
export interface LogoDrawer {
  draw(picture: Buffer): Promise<Result<DrawnLogo, ProcessFailure>>;
  stop(): Promise<void>;
}

const ENTRY = fileURLToPath(new URL('logo-child.ts', import.meta.url));
const FRAME_BYTES_MAX = 2 * MIB;
const TIMEOUT_MS = 20_000;

const Answer = z.union([
  z.object({
    width: z.int().min(1).max(LOGO_EDGES.width),
    height: z.int().min(1).max(LOGO_EDGES.height),
  }),
  z.object({ unreadable: z.string() }),
]);

export function createLogoDrawer(): LogoDrawer {
  const limited = createLimitedProcess({
    entry: ENTRY,
    frameBytesMax: FRAME_BYTES_MAX,
    readAnswer: readLogo,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    draw: async (picture) => await limited.ask({ sizeBytes: picture.length, bytes: once(picture) }),
    stop: async () => await limited.stop(),
  };
}

async function readLogo(next: () => Promise<Buffer>): Promise<Result<DrawnLogo, ProcessFailure>> {
  const answer = Answer.parse(JSON.parse((await next()).toString()));
  if ('unreadable' in answer) return err({ code: 'unreadable', reason: answer.unreadable });
  const [logo, icon, favicon] = [await next(), await next(), await next()];
  return ok({ ...answer, logo, icon, favicon });
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield await Promise.resolve(bytes);
}
