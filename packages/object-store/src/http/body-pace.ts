import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECOND_MS } from '@coffer/kit';
import { requestTimeout, type S3Error } from '../errors.ts';
import type { StoreLimits } from '../limits.ts';

const LOOKS_PER_WINDOW = 6;
/** Responses progress in whole blocks, which takes longer on a slow connection. */
const LOOKS_PER_ANSWER = 4 * LOOKS_PER_WINDOW;

interface Watched {
  readonly moved: () => number;
  readonly isWaitedFor: () => boolean;
  readonly looksMax: number;
  readonly end: () => void;
  bytes: number;
  looks: number;
}

/**
 * Ends request bodies and responses that are too slow. Checks all of them periodically and counts checks instead of
 * time, so that a suspended machine blames no client.
 */
export class BodyPace {
  readonly #watched = new Set<Watched>();
  readonly #perLook: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ bodyBytesPerSecondMin, bodyWindowMs }: StoreLimits) {
    this.#perLook = (bodyBytesPerSecondMin * bodyWindowMs) / SECOND_MS / LOOKS_PER_WINDOW;
    this.#timer = setInterval(() => this.#look(), bodyWindowMs / LOOKS_PER_WINDOW).unref();
  }

  watch(incoming: IncomingMessage, interrupt: (failure: S3Error) => void): () => void {
    const { socket } = incoming;
    return this.#add({
      moved: () => socket.bytesRead,
      // Received but unread data waits for the store. A disconnected client sends nothing more.
      isWaitedFor: () => incoming.destroyed || !(incoming.complete || incoming.readableLength > 0),
      looksMax: LOOKS_PER_WINDOW,
      end: () => interrupt(requestTimeout()),
    });
  }

  watchAnswer(outgoing: ServerResponse): () => void {
    return this.#add({
      moved: () => outgoing.socket?.bytesWritten ?? 0,
      // `socket` is null while an earlier response is sent on the connection.
      isWaitedFor: () => outgoing.socket !== null && outgoing.writableNeedDrain,
      looksMax: LOOKS_PER_ANSWER,
      end: () => outgoing.destroy(),
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #add(what: Omit<Watched, 'bytes' | 'looks'>): () => void {
    const watched: Watched = { ...what, bytes: what.moved(), looks: 0 };
    this.#watched.add(watched);
    return () => this.#watched.delete(watched);
  }

  #look(): void {
    for (const watched of this.#watched) {
      const moved = watched.moved();
      const isOnTime = !watched.isWaitedFor() || moved - watched.bytes >= this.#perLook * watched.looksMax;
      if (isOnTime) {
        watched.bytes = moved;
        watched.looks = 0;
      } else watched.looks += 1;
      if (watched.looks >= watched.looksMax) {
        this.#watched.delete(watched);
        watched.end();
      }
    }
  }
}
