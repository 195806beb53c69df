import type { IncomingMessage } from 'node:http';

/** A body in the pieces in which node:http hands it on. Unlike its own iterator, the reading can be stopped while the client is silent. */
export class BodyPieces {
  readonly #incoming: IncomingMessage;
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  /** May be read once. Throws what the request ends with, when that is not its end. */
  async *read(): AsyncGenerator<Uint8Array> {
    const incoming = this.#incoming;
    const wake = (): void => this.#wake?.();
    const end = (error?: Error): void => {
      this.#end ??= error === undefined ? {} : { error };
      wake();
    };
    const finish = (): void => end();
    incoming.on('readable', wake).once('end', finish).once('close', finish).once('error', end);
    // Whoever was gone before the body was wanted says nothing more.
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
      // Errors stay listened to: one that is on its way already would end the process.
      incoming.off('readable', wake).off('end', finish).off('close', finish);
    }
  }

  /** Whoever reads gets this error in place of what has not been read. */
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
