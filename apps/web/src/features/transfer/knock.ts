import type { TransferPorts } from './ports.ts';

/** So often parts of a file may be cut off one after the other although somebody answers there: once those side by side, then one by one. */
const CUTS_MAX = 12;

/**
 * Sends parts, until it is plain that they do not come through. What takes no body of their size cuts the line without a word that a page may
 * read, so it looks as if nobody were there. Whether somebody is, a page may ask (Fetch, mode `no-cors`): where each part is cut off
 * and each such question answered, the part is refused.
 */
export function putAndKnock(put: TransferPorts['put']): TransferPorts['put'] {
  let cuts = 0;
  return async (part, body, options) => {
    const outcome = await put(part, body, options);
    if (outcome.kind !== 'unreachable') {
      cuts = 0;
      return outcome;
    }
    // oxlint-disable-next-line no-restricted-globals -- the store itself is asked, and nothing of its answer is read
    cuts += await fetch(part.url, { mode: 'no-cors', signal: options.signal }).then(
      () => 1,
      () => 0,
    );
    return cuts < CUTS_MAX ? outcome : { kind: 'refused', status: 413, code: '' };
  };
}
