import type { Put } from '../worker/worker-api.ts';

/** Enough for all parallel parts to fail once, and then one by one. */
const DROPS_MAX = 12;

/**
 * Sends parts, and detects a proxy that drops large bodies, which otherwise looks like an unreachable store. A
 * `no-cors` request follows each dropped part; if all of those succeed, the part counts as refused (413).
 */
export function detectBodySizeLimit(put: Put): Put {
  let drops = 0;
  return async (part, body, options) => {
    const outcome = await put(part, body, options);
    if (outcome.kind !== 'unreachable') {
      drops = 0;
      return outcome;
    }
    // oxlint-disable-next-line no-restricted-globals -- the request goes to the store itself, and its response is not read
    drops += await fetch(part.url, { mode: 'no-cors', signal: options.signal }).then(
      () => 1,
      () => 0,
    );
    return drops < DROPS_MAX ? outcome : { kind: 'refused', status: 413, code: '' };
  };
}
