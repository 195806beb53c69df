import type { S3Error } from '../errors.ts';

/** Header fields by lower-case name; repeated fields are joined with a comma, values are latin1 as on the wire. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** Whoever is at the other end of a connection. */
export interface Client {
  /** People who share a line share it; see {@link addressGroup}. */
  readonly address: string;
  /** To be called when the signature of the request holds: its connection is no longer a stranger's. */
  vouch(): void;
}

/** A request as both adapters (node:http and fetch) hand it over: nothing decoded, nothing buffered. */
export interface StoreRequest {
  readonly method: string;
  /** The path as it was sent, percent-encoded, with its leading slash. */
  readonly rawPath: string;
  /** The query as it was sent, without the question mark. */
  readonly rawQuery: string;
  readonly headers: HeaderFields;
  /** May be read once. Throws {@link RequestAborted} when the client vanishes. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Takes the memory of a chunk of `body` back, at once: nobody may look at the chunk any more. Of what is cut from a chunk it takes nothing. */
  readonly release?: (chunk: Uint8Array) => void;
  /** Absent where nobody knows, as behind the fetch API. */
  readonly client?: Client;
  /** Ends `body`: whoever reads it gets this refusal as a PayloadError, also in place of bytes that never come. */
  readonly interrupt?: (failure: S3Error) => void;
}

/**
 * Bytes that are sent as an answer. `close` must be called once, whether or not `chunks` was read. Chunks belong to whoever reads them.
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

/** True for a body that is sent piece by piece, and has to be closed. */
export function isByteStream(body: StoreResponse['body']): body is ByteStream {
  return typeof body === 'object' && !(body instanceof Uint8Array);
}

/** The client went away before its request was complete. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}
