import type { Put } from '../worker/worker-api.ts';

/** Enough for the parallel parts to fail once, and then one by one. */
const DROPS_MAX = 12;

/**
 * Sends parts, and detects a proxy that drops large bodies. To a page that looks like an unreachable store, so each
 * dropped part is followed by a `no-cors` request. When all of those are answered, the part counts as refused (413).
 */
export function detectBodySizeLimit(put: Put): Put {
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
    return cuts < DROPS_MAX ? outcome : { kind: 'refused', status: 413, code: '' };
  };
}
