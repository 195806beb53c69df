import type { IncomingMessage } from 'node:http';

/** Reads a body without buffering. Unlike node's iterator, it can be stopped while the client is silent. */
export class BodyPieces {
  readonly #incoming: IncomingMessage;
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  /** May be called once. Throws if the request is aborted. */
  async *read(): AsyncGenerator<Uint8Array> {
    const incoming = this.#incoming;
    const wake = (): void => this.#wake?.();
    const end = (error?: Error): void => {
      this.#end ??= error === undefined ? {} : { error };
      wake();
    };
    const finish = (): void => end();
    incoming.on('readable', wake).once('end', finish).once('close', finish).once('error', end);
    if (incoming.destroyed) end(incoming.errored ?? new Error('the connection is closed'));
    try {
      while (this.#end?.error === undefined) {
        const piece: Uint8Array | null = incoming.destroyed ? null : incoming.read();
        if (piece !== null) yield piece;
        else if (this.#end === undefined) await this.#more();
        else return;
      }
      throw this.#end.error;
    } finally {
      // Keep the error listener, because an unhandled error would crash the process.
      incoming.off('readable', wake).off('end', finish).off('close', finish);
    }
  }

  stop(error: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  async #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await promise;
    this.#wake = undefined;
  }
}
