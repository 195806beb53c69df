import { createMD5 } from 'hash-wasm';
import type { Digests } from './ports.ts';

/** Question and answer of the worker; `id` pairs them. */
export interface HashQuestion {
  readonly id: number;
  readonly slice: Blob;
  readonly withMd5: boolean;
}
export type HashAnswer =
  | { readonly id: number; readonly digests: Digests }
  | { readonly id: number; readonly errorName: string };

self.onmessage = (event: MessageEvent<HashQuestion>): void => {
  const { id, slice, withMd5 } = event.data;
  digest(slice, withMd5).then(
    (digests) => self.postMessage({ id, digests } satisfies HashAnswer),
    (error: unknown) =>
      self.postMessage({
        id,
        errorName: error instanceof DOMException ? error.name : 'OperationError',
      } satisfies HashAnswer),
  );
};

async function digest(slice: Blob, withMd5: boolean): Promise<Digests> {
  const bytes = new Uint8Array(await slice.arrayBuffer());
  const sha256 = base64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  if (!withMd5) return { sha256 };
  const md5 = await createMD5();
  return { sha256, md5: base64(md5.init().update(bytes).digest('binary')) };
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
