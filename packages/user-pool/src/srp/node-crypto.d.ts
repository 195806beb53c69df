import type { KeyObject } from 'node:crypto';

declare module 'node:crypto' {
  /** Documented by Node.js, and missing from its types. */
  function generateKeyPair(
    type: 'dh',
    options: { readonly group: string },
    callback: (error: Error | null, publicKey: KeyObject, privateKey: KeyObject) => void,
  ): void;
}
