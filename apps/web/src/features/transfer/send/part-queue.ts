import { LIMITS, type PartChecksums, partSizeOf, type UploadView } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import type { TransferFailure } from '../model/machine.ts';
import { type RetryPorts, retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { Digests } from '../worker/worker-api.ts';
import type { TransferPorts } from './ports.ts';
import type { Signature } from './send-part.ts';

export interface ReadyPart {
  readonly number: number;
  readonly body: Blob;
  readonly checksums: PartChecksums;
  readonly signature: Signature | undefined;
}

/** Hashes and signs the next parts of a file while others are being sent. */
export interface PartQueue {
  /** Resolves to undefined after the last part. */
  next(): Promise<Result<ReadyPart | undefined, TransferFailure>>;
}

export interface PartQueueOptions {
  readonly ports: RetryPorts & Pick<TransferPorts, 'api' | 'hash' | 'now'>;
  readonly file: Blob;
  readonly upload: UploadView;
  readonly numbers: readonly number[];
  readonly signal: AbortSignal;
}

const HASHES_AT_ONCE = 2;
const READY_LOW = 2;

export function createPartQueue(order: PartQueueOptions): PartQueue {
  return new HashedPartQueue(order);
}

class HashedPartQueue implements PartQueue {
  readonly #options: PartQueueOptions;
  readonly #numbers: Iterator<number>;
  #remaining: number;
  #unhashed: number;
  #hashing = 0;
  readonly #hashed: PartChecksums[] = [];
  #signing = 0;
  readonly #ready: ReadyPart[] = [];
  /** Set on an early end. Returns the failure, or throws the error. */
  #end: (() => Result<never, TransferFailure>) | undefined;
  #waiting: (() => void)[] = [];

  constructor(order: PartQueueOptions) {
    this.#options = order;
    this.#numbers = order.numbers.values();
    this.#remaining = order.numbers.length;
    this.#unhashed = this.#remaining;
  }

  async next(): Promise<Result<ReadyPart | undefined, TransferFailure>> {
    for (;;) {
      if (this.#end !== undefined) return this.#end();
      const part = this.#ready.shift();
      if (part !== undefined) {
        this.#remaining -= 1;
        if (this.#remaining === 0) this.#wake();
        else this.#advance();
        return ok(part);
      }
      if (this.#remaining === 0) return ok(undefined);
      const more = new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
      this.#advance();
      await more;
    }
  }

  #advance(): void {
    if (this.#end !== undefined) return;
    const ahead = this.#hashing + this.#hashed.length + this.#signing + this.#ready.length;
    const aheadMax = LIMITS.partsSignedAhead + HASHES_AT_ONCE;
    const more = Math.min(HASHES_AT_ONCE - this.#hashing, aheadMax - ahead);
    for (let count = 0; count < more; count += 1) {
      const following = this.#numbers.next();
      if (following.done === true) break;
      this.#unhashed -= 1;
      this.#guard(this.#hash(following.value));
    }
    if (this.#signing === 0 && this.#hashed.length > 0 && this.#isTimeToSign()) this.#guard(this.#sign());
  }

  /** Whether to sign now or to wait for a fuller batch. If hashing is the bottleneck, waiting costs nothing. */
  #isTimeToSign(): boolean {
    if (this.#ready.length > READY_LOW) return false;
    // The first parts do not wait for a full batch, and the last ones cannot fill one.
    const delivered = this.#options.numbers.length - this.#remaining;
    const together = Math.min(this.#signable(), delivered, this.#unhashed);
    return this.#hashing === 0 || this.#hashed.length >= together;
  }

  #signable(): number {
    return LIMITS.partsSignedAhead - this.#ready.length;
  }

  /** An error in background work is thrown by {@link next}. */
  #guard(work: Promise<void>): void {
    work.then(
      () => this.#advance(),
      (reason: unknown) => {
        this.#end ??= () => {
          throw reason;
        };
        this.#wake();
      },
    );
  }

  async #hash(number: number): Promise<void> {
    const { ports, file, upload, signal } = this.#options;
    const slice = sliceOf(file, upload, number);
    this.#hashing += 1;
    const [digests] = await ports.hash([slice], { withMd5: upload.integrity === 2 }, signal);
    this.#hashing -= 1;
    this.#hashed.push({ number, ...assertReadable(digests) });
  }

  async #sign(): Promise<void> {
    const { ports, file, upload, signal } = this.#options;
    const parts = this.#hashed.splice(0, this.#signable());
    this.#signing = parts.length;
    const answer = await retryUntilAvailable({ ports, signal }, () =>
      ports.api.signParts(upload.id, parts, signal),
    );
    this.#signing = 0;
    if (answer.ok) {
      const signed = new Map(answer.value.signed.map((part) => [part.number, part]));
      for (const checksums of parts) {
        const { number } = checksums;
        const part = signed.get(number);
        const signature = part === undefined ? undefined : { part, at: ports.now() };
        this.#ready.push({ number, body: sliceOf(file, upload, number), checksums, signature });
      }
    } else this.#end ??= () => answer;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

function sliceOf(file: Blob, upload: UploadView, number: number): Blob {
  const from = (number - 1) * upload.partSizeBytes;
  return file.slice(from, from + partSizeOf(upload.sizeBytes, number));
}

/** Throws the error that browsers throw for a moved or changed file. */
function assertReadable(digests: Digests | undefined): Digests {
  if (digests === undefined) throw new DOMException('unreadable', 'NotReadableError');
  return digests;
}
