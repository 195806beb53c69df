import type { TransferPorts } from './ports.ts';

/** So often a part may be cut off although somebody answers there. */
const CUTS_MAX = 8;
const ANSWER_WITHIN_MS = 9_000;

/**
 * Sends one part, until it is plain that it does not come through. What takes no body of its size cuts the line without a word that a page may
 * read, so it looks as if nobody were there. Whether somebody is, a page may ask (Fetch, mode `no-cors`): where each try of the part is cut off
 * and each such question answered, the part is refused.
 */
export function putAndKnock(put: TransferPorts['put']): TransferPorts['put'] {
  let cuts = 0;
  return async (part, body, options) => {
    const outcome = await put(part, body, options);
    if (outcome.kind !== 'unreachable') return outcome;
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    // oxlint-disable-next-line no-restricted-globals -- the store itself is asked, and nothing of its answer is read
    cuts += await fetch(part.url, { mode: 'no-cors', signal }).then(
      () => 1,
      () => 0,
    );
    return cuts < CUTS_MAX ? outcome : { kind: 'refused', status: 413, code: '' };
  };
}
