import { createSHA256 } from 'hash-wasm';

export interface Sha256Sum {
  readonly update: (bytes: Uint8Array) => void;
  /** Formatted as `sha256sum` prints it. No bytes may be added after this call. */
  readonly hex: () => string;
}

/** Hashes one content that arrives in parts. */
export async function createSha256Sum(): Promise<Sha256Sum> {
  const hasher = await createSHA256();
  return { update: (bytes) => void hasher.update(bytes), hex: () => hasher.digest('hex') };
}

export interface Sha256Sums {
  /** Returns the function that hashes the bytes of one content. The bytes of two contents must not be interleaved. */
  readonly updaterOf: (id: string) => Sha256Sum['update'];
  /** The checksum of all bytes so far; undefined for an unknown id. Ends the current content. */
  readonly hexOf: (id: string) => string | undefined;
}

/** Hashes several contents, one after another. One WebAssembly hasher for each would exhaust the address space. */
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
