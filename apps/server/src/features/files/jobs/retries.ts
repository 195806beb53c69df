import { SECOND_MS } from '@coffer/kit';

const TRIES_MAX = 5;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const WAIT_FACTOR = 4;

interface Waiting {
  readonly tries: number;
  readonly until: number;
}

/** Jobs whose last step has thrown. Kept in memory: a server that starts anew tries each again. */
export class Retries {
  readonly #waiting = new Map<string, Waiting>();

  /** Jobs that are not to be tried yet. */
  listWaiting(now: Date): readonly string[] {
    return [...this.#waiting].flatMap(([id, { until }]) => (until > now.getTime() ? [id] : []));
  }

  /** False when it was tried often enough. */
  noteFailure(jobId: string, now: Date): boolean {
    const tries = (this.#waiting.get(jobId)?.tries ?? 0) + 1;
    if (tries >= TRIES_MAX) {
      this.forget(jobId);
      return false;
    }
    const until = now.getTime() + FIRST_WAIT_MS * WAIT_FACTOR ** (tries - 1);
    this.#waiting.set(jobId, { tries, until });
    return true;
  }

  forget(jobId: string): void {
    this.#waiting.delete(jobId);
  }
}
