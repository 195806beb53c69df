import type { JsonWebKeyInput, KeyObject } from 'node:crypto';

declare module 'node:crypto' {
  /** Documented by Node.js to take what `createPublicKey` takes, and missing from its types. */
  function publicEncrypt(
    key: JsonWebKeyInput & { readonly padding: number },
    buffer: NodeJS.ArrayBufferView,
  ): Buffer;
  /** Documented by Node.js, and missing from its types. */
  function generateKeyPair(
    type: 'dh',
    options: { readonly group: string },
    callback: (error: Error | null, publicKey: KeyObject, privateKey: KeyObject) => void,
  ): void;
}
