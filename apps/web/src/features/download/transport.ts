/** Bypasses the browser cache, because each version is read only once. */
export async function readFromStore(url: string, from: number, signal: AbortSignal): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- the bytes of a download come directly from the store
  return await fetch(url, {
    signal,
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    ...(from === 0 ? {} : { headers: { range: `bytes=${from}-` } }),
  });
}
