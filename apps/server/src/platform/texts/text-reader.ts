import { fileURLToPath } from 'node:url';
import { err, MIB, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import {
  createLimitedProcess,
  type ProcessFailure,
  type ProcessLimits,
} from '../limited-process/limited-process.ts';
import type { ReadText, TextReader } from './texts.ts';

const ENTRY = fileURLToPath(new URL('child.ts', import.meta.url));
/** Folded text can be longer than its text, and a vector longer than both. */
const FRAME_BYTES_MAX = 16 * MIB;

const Starts = z.array(z.int().nonnegative());
const Answer = z.union([
  z.object({ read: z.object({ foldedStarts: Starts, textStarts: Starts }) }),
  z.object({ unreadable: z.string() }),
]);

export function createTextReader(limits: ProcessLimits = {}): TextReader {
  const reader = createLimitedProcess({
    entry: ENTRY,
    frameBytesMax: FRAME_BYTES_MAX,
    readAnswer,
    ...limits,
  });
  return {
    read: async (source, format) => await reader.ask(source, Buffer.from(format)),
    stop: async () => await reader.stop(),
  };
}

async function readAnswer(next: () => Promise<Buffer>): Promise<Result<ReadText, ProcessFailure>> {
  const answer = Answer.parse(JSON.parse((await next()).toString()));
  if ('unreadable' in answer) return err({ code: 'unreadable', reason: answer.unreadable });
  const text = (await next()).toString();
  const folded = (await next()).toString();
  const vector = (await next()).toString();
  const words = (await next()).toString();
  return ok({ text, folded, vector, words: words === '' ? [] : words.split(' '), ...answer.read });
}
