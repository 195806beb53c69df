import type { IncomingMessage } from 'node:http';

export interface PartHistory {
  readonly sha256: string;
  readonly attempts: readonly {
    readonly bytes: number;
    /** The browser may not have received the acknowledgement. */
    readonly isStored: boolean;
    /** It began after the acknowledgement. */
    readonly isAgain: boolean;
  }[];
}

export interface Attempts {
  reset(): void;
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
  /** The signed checksum identifies a part, so a different key or number cannot hide a repetition. */
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
