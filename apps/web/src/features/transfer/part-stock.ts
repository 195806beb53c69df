import { LIMITS, type PartChecksums, partSizeOf, type UploadView } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import type { TransferFailure } from './machine.ts';
import { type Patient, patiently } from './patiently.ts';
import type { Digests, TransferPorts } from './ports.ts';
import type { Signature } from './send-part.ts';

/** A part that can be sent at once. */
export interface ReadyPart {
  readonly number: number;
  readonly body: Blob;
  readonly checksums: PartChecksums;
  readonly signature: Signature | undefined;
}

/** The next parts of a file, hashed and signed while others are being sent. */
export interface PartStock {
  /** Undefined when every part was given. */
  next(): Promise<Result<ReadyPart | undefined, TransferFailure>>;
}

export interface StockOrder {
  readonly ports: Patient['ports'] & Pick<TransferPorts, 'api' | 'hash' | 'now'>;
  readonly file: Blob;
  readonly upload: UploadView;
  readonly numbers: readonly number[];
  readonly signal: AbortSignal;
}

const HASHES_AT_ONCE = 2;
/** Fewer signed parts than these should not lie ready. */
const LOW = 2;

export function createPartStock(order: StockOrder): PartStock {
  return new Stock(order);
}

class Stock implements PartStock {
  readonly #order: StockOrder;
  readonly #rest: Iterator<number>;
  /** Not given out yet. */
  #left: number;
  /** Nobody has begun to hash them. */
  #unhashed: number;
  #hashing = 0;
  readonly #hashed: PartChecksums[] = [];
  #signing = 0;
  readonly #ready: ReadyPart[] = [];
  /** How it ends before its time: with a failure, or by throwing what was thrown behind the scenes. */
  #end: (() => Result<never, TransferFailure>) | undefined;
  #waiting: (() => void)[] = [];

  constructor(order: StockOrder) {
    this.#order = order;
    this.#rest = order.numbers.values();
    this.#left = order.numbers.length;
    this.#unhashed = this.#left;
  }

  async next(): Promise<Result<ReadyPart | undefined, TransferFailure>> {
    for (;;) {
      if (this.#end !== undefined) return this.#end();
      const part = this.#ready.shift();
      if (part !== undefined) {
        this.#left -= 1;
        if (this.#left === 0) this.#wake();
        else this.#advance();
        return ok(part);
      }
      if (this.#left === 0) return ok(undefined);
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
      const following = this.#rest.next();
      if (following.done === true) break;
      this.#unhashed -= 1;
      this.#guard(this.#hash(following.value));
    }
    if (this.#signing === 0 && this.#hashed.length > 0 && this.#isTimeToSign()) this.#guard(this.#sign());
  }

  /**
   * One call signs as many as may be ahead. Where bytes go faster than they are hashed, somebody always waits for a part, and each would be
   * signed by a call of its own; but hashing sets the pace then, and waiting costs nothing. Where they go slower, nobody waits.
   */
  #isTimeToSign(): boolean {
    if (this.#ready.length > LOW) return false;
    // The first parts must not wait for others to be hashed, and the last ones have none to wait for.
    const given = this.#order.numbers.length - this.#left;
    const together = Math.min(this.#signable(), given, this.#unhashed);
    return this.#hashing === 0 || this.#hashed.length >= together;
  }

  #signable(): number {
    return LIMITS.partsSignedAhead - this.#ready.length;
  }

  /** What goes wrong behind the scenes comes out at {@link next}. */
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
    const { ports, file, upload, signal } = this.#order;
    const slice = sliceOf(file, upload, number);
    this.#hashing += 1;
    const [digests] = await ports.hash([slice], { withMd5: upload.integrity === 2 }, signal);
    this.#hashing -= 1;
    this.#hashed.push({ number, ...readable(digests) });
  }

  async #sign(): Promise<void> {
    const { ports, file, upload, signal } = this.#order;
    const parts = this.#hashed.splice(0, this.#signable());
    this.#signing = parts.length;
    const answer = await patiently({ ports, signal }, () => ports.api.signParts(upload.id, parts, signal));
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
    for (const go of waiting) go();
  }
}

function sliceOf(file: Blob, upload: UploadView, number: number): Blob {
  const from = (number - 1) * upload.partSizeBytes;
  return file.slice(from, from + partSizeOf(upload.sizeBytes, number));
}

/** The file was moved or changed on the disk: the browser says it so, too. */
function readable(digests: Digests | undefined): Digests {
  if (digests === undefined) throw new DOMException('unreadable', 'NotReadableError');
  return digests;
}
