import { SECOND_MS } from '@coffer/kit';
import { networkOf } from '../accounts/lockout.ts';
import type { Deps } from '../deps.ts';
import { takeTokens } from '../store/rate-buckets.ts';
import { categoryOf } from './categories.ts';

/** Takes a tenth of the rate from the database at once, so that most requests need no query. */
const DRAWS_PER_SECOND = 10;
const BATCH_LIFE_MS = SECOND_MS;
const SUBJECTS_MAX = 10_000;
const ROUNDS_MAX = 100;

export interface RequestLimiter {
  /** If false, respond with `rateExceeded`. Counts each category and source separately. */
  admit(operation: string, source: RequestSource): Promise<boolean>;
}

/** The access key of a signed request, otherwise the network of the peer. */
export type RequestSource = { readonly accessKeyId: string } | { readonly address: string | undefined };

interface Draw {
  left: number;
  readonly at: number;
  readonly isGranted: Promise<boolean>;
}

/**
 * Limits requests by category and source, across all processes on the database. A reverse proxy on this machine counts
 * as one source.
 */
export function createRequestLimiter(deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'vault'>): RequestLimiter {
  const draws = new Map<string, Draw>();

  function draw(subject: string, perSecond: number, now: Date): Draw {
    const taken = takeTokens(deps.db, {
      subject,
      rate: { count: perSecond, perSeconds: 1 },
      count: Math.ceil(perSecond / DRAWS_PER_SECOND),
      now,
    });
    const begun: Draw = {
      left: 0,
      at: now.getTime(),
      isGranted: taken.then((granted) => {
        begun.left = granted;
        return granted > 0;
      }),
    };
    if (draws.size >= SUBJECTS_MAX) draws.clear();
    draws.set(subject, begun);
    return begun;
  }

  async function take(subject: string, perSecond: number): Promise<boolean> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const now = deps.clock.now();
      const kept = draws.get(subject);
      const isFresh = kept !== undefined && Math.abs(now.getTime() - kept.at) < BATCH_LIFE_MS;
      const current = isFresh ? kept : draw(subject, perSecond, now);
      const isGranted = await settle(current, () => draws.delete(subject));
      if (!isGranted) return false;
      if (current.left > 0) {
        current.left -= 1;
        return true;
      }
      if (draws.get(subject) === current) draws.delete(subject);
    }
    return false;
  }

  return {
    async admit(operation, source) {
      const category = categoryOf(operation);
      const perSecond = category === undefined ? null : deps.limits.requests[category];
      if (category === undefined || perSecond === null) return true;
      return await take(`requests:${category}:${sourceKey(deps.vault, source)}`, perSecond);
    },
  };
}

async function settle(draw: Draw, forget: () => void): Promise<boolean> {
  try {
    const isGranted = await draw.isGranted;
    if (!isGranted) forget();
    return isGranted;
  } catch (cause) {
    forget();
    throw cause;
  }
}

function sourceKey(vault: Deps['vault'], source: RequestSource): string {
  if ('accessKeyId' in source) return `key:${source.accessKeyId}`;
  const network = source.address === undefined ? undefined : networkOf(source.address);
  return network === undefined ? 'local' : vault.mac('address', network).toString('base64url');
}
