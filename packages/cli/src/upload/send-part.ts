import type { PartChecksums, SignedPart } from '@coffer/contracts';
import { isFailure } from '../api/api-failure.ts';
import { pause, pauseBefore, RETRY_POLICY } from '../api/retry.ts';
import { sendToStore } from './send-to-store.ts';

export interface PartToSend {
  readonly bytes: Uint8Array;
  readonly checksums: PartChecksums;
  /** The first presigned request, if there is one. */
  readonly signed: SignedPart | undefined;
  readonly sign: (checksums: PartChecksums) => Promise<SignedPart>;
  readonly onBytes: (bytes: number) => void;
}

const REPEATED = ['store_unreachable', 'store_unavailable', 'checksum_mismatch'] as const;

/** Sends one part until the store has it. A refused URL, which may have expired, is renewed once. */
export async function sendPart(part: PartToSend, signal: AbortSignal): Promise<void> {
  let { signed } = part;
  let isRenewed = signed === undefined;
  for (let tries = 1; ; tries += 1) {
    let sentBytes = 0;
    const onBytes = (bytes: number): void => {
      sentBytes += bytes;
      part.onBytes(bytes);
    };
    try {
      await sendToStore((signed ??= await part.sign(part.checksums)), part.bytes, { signal, onBytes });
      return;
    } catch (error) {
      part.onBytes(-sentBytes);
      const isRefused = isFailure(error, 'store_refused') && error.facts['status'] === 403;
      if (isRefused && !isRenewed) isRenewed = true;
      else if (!isFailure(error, ...REPEATED) || tries >= RETRY_POLICY.triesMax) throw error;
      else await pause(pauseBefore(tries, RETRY_POLICY), signal);
      signed = undefined;
    }
  }
}
