import type { JsonWebKeyInput, KeyObject } from 'node:crypto';

declare module 'node:crypto' {
  /** Documented by Node.js with the inputs of `createPublicKey`, but missing from its types. */
  function publicEncrypt(
    key: JsonWebKeyInput & { readonly padding: number },
    buffer: NodeJS.ArrayBufferView,
  ): Buffer;
  /** Documented by Node.js, but missing from its types. */
  function generateKeyPair(
    type: 'dh',
    options: { readonly group: string },
    callback: (error: Error | null, publicKey: KeyObject, privateKey: KeyObject) => void,
  ): void;
}
