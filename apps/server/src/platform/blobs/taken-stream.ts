/** Reads its source only as fast as somebody takes the bytes. Ends when nobody takes any for `stallMs`. */
export function takenStream(source: AsyncGenerator<Uint8Array>, stallMs: number): ReadableStream<Uint8Array> {
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
          void source.return(undefined);
        }, stallMs);
      },
      cancel: async () => {
        clearTimeout(stalled);
        await source.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
