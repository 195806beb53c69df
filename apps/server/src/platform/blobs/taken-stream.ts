/**
 * Reads its source only as fast as the reader takes the bytes. Aborts `signal` and ends if the reader cancels, or takes
 * no bytes for `stallMs`.
 */
export function takenStream(
  read: (signal: AbortSignal) => AsyncGenerator<Uint8Array>,
  stallMs: number,
): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const source = read(ended.signal);
  let stalled: NodeJS.Timeout | undefined;
  return new ReadableStream(
    {
      pull: async (controller) => {
        clearTimeout(stalled);
        const next = await source.next();
        if (next.done === true) return controller.close();
        controller.enqueue(next.value);
        stalled = setTimeout(() => {
          controller.error(new Error('nobody takes the bytes'));
          ended.abort();
          // The stream already has its error.
          source.return(undefined).catch(() => undefined);
        }, stallMs);
      },
      cancel: async () => {
        clearTimeout(stalled);
        ended.abort();
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
