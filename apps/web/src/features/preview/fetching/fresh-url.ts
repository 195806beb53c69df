/** Resolves to a presigned URL of the open file that has not expired. */
export type FreshUrl = () => Promise<string>;

interface FreshUrlSource {
  readonly url: string;
  /** When `url` was received, in milliseconds since 1970. */
  readonly readAtMs: number;
  /** How long a URL is used. */
  readonly freshMs: number;
  readonly renew: () => Promise<{ readonly url: string }>;
  readonly now?: () => number;
}

/** For bytes that are fetched after the file was opened. One renewal serves all who wait for it. */
export function createFreshUrl({
  url,
  readAtMs,
  freshMs,
  renew,
  now = () => Date.now(),
}: FreshUrlSource): FreshUrl {
  let known = { url, atMs: readAtMs };
  let renewal: Promise<string> | undefined;
  const renewed = async (): Promise<string> => {
    try {
      const next = await renew();
      known = { url: next.url, atMs: now() };
      return next.url;
    } finally {
      renewal = undefined;
    }
  };
  return async () => {
    if (now() - known.atMs < freshMs) return known.url;
    renewal ??= renewed();
    return await renewal;
  };
}
