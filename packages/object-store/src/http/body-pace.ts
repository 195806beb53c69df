import type { IncomingMessage } from 'node:http';
import { SECOND_MS } from '@coffer/kit';
import { requestTimeout, type S3Error } from '../errors.ts';
import type { StoreLimits } from '../limits.ts';

const LOOKS_PER_WINDOW = 6;

interface Watched {
  readonly incoming: IncomingMessage;
  readonly interrupt: (failure: S3Error) => void;
  /** What the connection had brought when it was last on time, and how many looks ago that was. */
  bytes: number;
  looks: number;
}

/**
 * Ends bodies that come so slowly that they would rather hold something than bring it. Looks at all of them now and then, so that a piece
 * costs nothing, and counts its looks, so that a machine that slept blames nobody.
 */
export class BodyPace {
  readonly #watched = new Set<Watched>();
  readonly #enough: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ bodyBytesPerSecondMin, bodyWindowMs }: StoreLimits) {
    this.#enough = (bodyBytesPerSecondMin * bodyWindowMs) / SECOND_MS;
    this.#timer = setInterval(() => this.#look(), bodyWindowMs / LOOKS_PER_WINDOW).unref();
  }

  /** What ends the watch. */
  watch(incoming: IncomingMessage, interrupt: (failure: S3Error) => void): () => void {
    const watched: Watched = { incoming, interrupt, bytes: incoming.socket.bytesRead, looks: 0 };
    this.#watched.add(watched);
    return () => this.#watched.delete(watched);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const watched of this.#watched) {
      const { incoming, bytes, interrupt } = watched;
      const { bytesRead } = incoming.socket;
      // What is here and not read yet waits for the store, not the store for it.
      const isOnTime = incoming.complete || incoming.readableLength > 0 || bytesRead - bytes >= this.#enough;
      if (isOnTime) {
        watched.bytes = bytesRead;
        watched.looks = 0;
      } else watched.looks += 1;
      if (watched.looks >= LOOKS_PER_WINDOW) {
        this.#watched.delete(watched);
        interrupt(requestTimeout());
      }
    }
  }
}
