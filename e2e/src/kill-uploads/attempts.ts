import type { IncomingMessage } from 'node:http';

/** One part, known by its content: everything that was sent of it, in order. */
export interface PartHistory {
  readonly sha256: string;
  readonly attempts: readonly {
    readonly bytes: number;
    /** The store has said that it holds the part. The browser may never have heard it. */
    readonly isStored: boolean;
    /** It began after the store had said so. */
    readonly isAgain: boolean;
  }[];
}

/** Every part that was sent to the store, whole or not. */
export interface Attempts {
  /** Forgets what was before. */
  reset(): void;
  /** Bytes of bodies since then. */
  bytes(): number;
  parts(): readonly PartHistory[];
  begin(asked: IncomingMessage): Attempt;
}

export interface Attempt {
  passed(chunk: Buffer): void;
  answered(status: number): void;
}

type Kept = { bytes: number; isStored: boolean; isAgain: boolean };

const CHECKSUM = 'x-amz-checksum-sha256';
const FORM_HEAD_BYTES = 8 * 1024;

export function createAttempts(): Attempts {
  const histories = new Map<string, Kept[]>();
  let bytes = 0;
  /** A part is known by the checksum that is signed into its request, so that neither key nor number can hide a repetition. */
  const keep = (sha256: string, kept: Kept): void => {
    const before = histories.get(sha256) ?? [];
    kept.isAgain = before.some((one) => one.isStored);
    histories.set(sha256, [...before, kept]);
  };
  return {
    reset: () => {
      histories.clear();
      bytes = 0;
    },
    bytes: () => bytes,
    parts: () => Array.from(histories, ([sha256, attempts]) => ({ sha256, attempts })),
    begin: (asked) => {
      const kept: Kept = { bytes: 0, isStored: false, isAgain: false };
      const named = asked.headers[CHECKSUM];
      let isKept = typeof named === 'string';
      if (typeof named === 'string') keep(named, kept);
      let head = '';
      return {
        passed: (chunk) => {
          bytes += chunk.length;
          kept.bytes += chunk.length;
          if (isKept || head.length > FORM_HEAD_BYTES) return;
          head += chunk.toString('latin1', 0, FORM_HEAD_BYTES);
          const found = new RegExp(`name="${CHECKSUM}"\r\n\r\n([^\r]+)\r\n`, 'i').exec(head)?.[1];
          if (found === undefined) return;
          isKept = true;
          keep(found, kept);
        },
        answered: (status) => {
          kept.isStored = status >= 200 && status < 300;
        },
      };
    },
  };
}
