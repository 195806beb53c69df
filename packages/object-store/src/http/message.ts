import type { S3Error } from '../errors.ts';

/** Names are in lower case. Repeated fields are joined with a comma; values are latin1. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

export interface Client {
  readonly address: string;
  markVerified(): void;
}

export interface StoreRequest {
  readonly method: string;
  readonly rawPath: string;
  readonly rawQuery: string;
  readonly headers: HeaderFields;
  /** May be read once. Throws {@link RequestAborted} if the client disconnects. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Frees the memory of a chunk of `body`, which must not be used afterwards. Ignores subarrays. */
  readonly release?: (chunk: Uint8Array) => void;
  readonly client?: Client;
  /** Ends `body` with a PayloadError, even while it waits for data. */
  readonly interrupt?: (failure: S3Error) => void;
}

/**
 * A streamed response body. `close` must be called once, whether or not `chunks` was read. The reader owns the chunks.
 */
export interface ByteStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface StoreResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | ByteStream;
}

export function isByteStream(body: StoreResponse['body']): body is ByteStream {
  return typeof body === 'object' && !(body instanceof Uint8Array);
}

export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}
