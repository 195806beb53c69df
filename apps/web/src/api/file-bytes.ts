interface Wanted {
  readonly signal?: AbortSignal;
  /** Inclusive positions, as in the header `Range`. */
  readonly range?: readonly [first: number, last: number];
}

/** A file's bytes from the store, by its signed URL. Usable in workers. */
export async function fetchFile(url: string, { signal, range }: Wanted = {}): Promise<Response> {
  const headers: HeadersInit = range === undefined ? {} : { range: `bytes=${range[0]}-${range[1]}` };
  const response = await fetch(url, {
    headers,
    signal: signal ?? null,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  if (!response.ok) throw new Error(`the store answered ${response.status}`);
  return response;
}

export async function fetchFileBytes(url: string, wanted: Wanted = {}): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetchFile(url, wanted)).arrayBuffer());
}
