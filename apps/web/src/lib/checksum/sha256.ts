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
