import { expect, test, vi } from 'vitest';
import { takenStream } from './taken-stream.ts';

test('a source that fails at its end after nobody took bytes does not end the process', async () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.once('unhandledRejection', unhandled);
  const isEnded = vi.fn<(isAborted: boolean) => void>();
  const stream = takenStream(async function* failing(signal) {
    try {
      await Promise.resolve();
      yield new Uint8Array(1);
      yield new Uint8Array(1);
    } finally {
      isEnded(signal.aborted);
      // oxlint-disable-next-line no-unsafe-finally -- simulates a lost database connection
      throw new Error('the database is away');
    }
  }, 1);
  const reader = stream.getReader();
  expect((await reader.read()).value).toHaveLength(1);
  await vi.waitFor(() => expect(isEnded).toHaveBeenCalledWith(true));
  await expect(reader.read()).rejects.toThrow('nobody takes the bytes');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
