import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECOND_MS } from '@coffer/kit';
import { requestTimeout, type S3Error } from '../errors.ts';
import type { StoreLimits } from '../limits.ts';

const CHECKS_PER_WINDOW = 6;
/** Responses advance in whole blocks, which takes longer on a slow connection. */
const CHECKS_PER_RESPONSE = 4 * CHECKS_PER_WINDOW;

interface Watched {
  readonly transferred: () => number;
  readonly isClientDue: () => boolean;
  readonly checksMax: number;
  readonly end: () => void;
  bytes: number;
  checks: number;
}

/**
 * Ends request bodies and responses that are too slow. Counts periodic checks instead of time, so that a
 * suspended machine does not count against clients.
 */
export class BodyPace {
  readonly #watched = new Set<Watched>();
  readonly #bytesPerCheck: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ bodyBytesPerSecondMin, bodyWindowMs }: StoreLimits) {
    this.#bytesPerCheck = (bodyBytesPerSecondMin * bodyWindowMs) / SECOND_MS / CHECKS_PER_WINDOW;
    this.#timer = setInterval(() => this.#check(), bodyWindowMs / CHECKS_PER_WINDOW).unref();
  }

  watch(incoming: IncomingMessage, interrupt: (failure: S3Error) => void): () => void {
    const { socket } = incoming;
    return this.#add({
      transferred: () => socket.bytesRead,
      // Received but unread data waits for the store. A disconnected client sends nothing more.
      isClientDue: () => incoming.destroyed || !(incoming.complete || incoming.readableLength > 0),
      checksMax: CHECKS_PER_WINDOW,
      end: () => interrupt(requestTimeout()),
    });
  }

  watchAnswer(outgoing: ServerResponse): () => void {
    return this.#add({
      transferred: () => outgoing.socket?.bytesWritten ?? 0,
      // `socket` is null while an earlier response is sent on the connection.
      isClientDue: () => outgoing.socket !== null && outgoing.writableNeedDrain,
      checksMax: CHECKS_PER_RESPONSE,
      end: () => outgoing.destroy(),
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #add(what: Omit<Watched, 'bytes' | 'checks'>): () => void {
    const watched: Watched = { ...what, bytes: what.transferred(), checks: 0 };
    this.#watched.add(watched);
    return () => this.#watched.delete(watched);
  }

  #check(): void {
    for (const watched of this.#watched) {
      const transferred = watched.transferred();
      const isOnTime =
        !watched.isClientDue() || transferred - watched.bytes >= this.#bytesPerCheck * watched.checksMax;
      if (isOnTime) {
        watched.bytes = transferred;
        watched.checks = 0;
      } else watched.checks += 1;
      if (watched.checks >= watched.checksMax) {
        this.#watched.delete(watched);
        watched.end();
      }
    }
  }
}
