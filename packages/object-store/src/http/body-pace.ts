import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECOND_MS } from '@coffer/kit';
import { requestTimeout, type S3Error } from '../errors.ts';
import type { StoreLimits } from '../limits.ts';

const LOOKS_PER_WINDOW = 6;
/** Whoever reads an answer is seen to move a whole block at a time only, and on a slow line that takes a while. */
const LOOKS_PER_ANSWER = 4 * LOOKS_PER_WINDOW;

interface Watched {
  /** All bytes that the connection has moved so far. */
  readonly moved: () => number;
  /** True while the other side is not the one that is waited for. */
  readonly isWaitedFor: () => boolean;
  readonly looksMax: number;
  readonly end: () => void;
  /** What the connection had moved when it was last on time, and how many looks ago that was. */
  bytes: number;
  looks: number;
}

/**
 * Ends bodies that come, and answers that are read, so slowly that they would rather hold something than move it. Looks at all of them now and
 * then, so that a piece costs nothing, and counts its looks, so that a machine that slept blames nobody.
 */
export class BodyPace {
  readonly #watched = new Set<Watched>();
  readonly #perLook: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ bodyBytesPerSecondMin, bodyWindowMs }: StoreLimits) {
    this.#perLook = (bodyBytesPerSecondMin * bodyWindowMs) / SECOND_MS / LOOKS_PER_WINDOW;
    this.#timer = setInterval(() => this.#look(), bodyWindowMs / LOOKS_PER_WINDOW).unref();
  }

  /** Watches a body that is read. Answers what ends the watch. */
  watch(incoming: IncomingMessage, interrupt: (failure: S3Error) => void): () => void {
    const { socket } = incoming;
    return this.#add({
      moved: () => socket.bytesRead,
      // What is here and not read yet waits for the store, not the store for it. A client that is gone brings nothing more.
      isWaitedFor: () => incoming.destroyed || !(incoming.complete || incoming.readableLength > 0),
      looksMax: LOOKS_PER_WINDOW,
      end: () => interrupt(requestTimeout()),
    });
  }

  /** Watches an answer that is sent. Answers what ends the watch. */
  watchAnswer(outgoing: ServerResponse): () => void {
    return this.#add({
      moved: () => outgoing.socket?.bytesWritten ?? 0,
      // It has no connection while the answer to an earlier request is sent there.
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
