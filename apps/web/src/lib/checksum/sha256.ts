import { createSHA256 } from 'hash-wasm';

export interface Sha256Sum {
  readonly update: (bytes: Uint8Array) => void;
  /** As `sha256sum` prints it. Nothing is added afterwards. */
  readonly hex: () => string;
}

/** Of a content that comes in parts. */
export async function createSha256Sum(): Promise<Sha256Sum> {
  const hasher = await createSHA256();
  return { update: (bytes) => void hasher.update(bytes), hex: () => hasher.digest('hex') };
}

export interface Sha256Sums {
  /** Takes the bytes of one content. Those of two contents never mix. */
  readonly updaterOf: (id: string) => Sha256Sum['update'];
  /** Of all bytes so far. Undefined for an unknown id. */
  readonly hexOf: (id: string) => string | undefined;
}

/** Of contents that come one after the other. A hasher for each would need more addresses than a browser has. */
export async function createSha256Sums(): Promise<Sha256Sums> {
  const hasher = await createSHA256();
  const ofNothing = hasher.digest('hex');
  const sums = new Map<string, string>();
  let current: string | undefined;
  const finish = (): void => {
    if (current !== undefined) sums.set(current, hasher.digest('hex'));
    current = undefined;
  };
  return {
    updaterOf: (id) => {
      sums.set(id, ofNothing);
      return (bytes) => {
        if (current !== id) {
          finish();
          hasher.init();
          current = id;
        }
        hasher.update(bytes);
      };
    },
    hexOf: (id) => {
      finish();
      return sums.get(id);
    },
  };
}
