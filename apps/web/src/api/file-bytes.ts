interface Wanted {
  readonly signal?: AbortSignal;
  /** First and last byte position, inclusive, as in the `Range` header. */
  readonly range?: readonly [first: number, last: number];
}

/** Fetches a file's bytes by its presigned URL. Also works in workers. */
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
