import { SECOND_MS } from '@coffer/kit';
import { networkOf } from '../accounts/lockout.ts';
import type { Deps } from '../deps.ts';
import { takeTokens } from '../store/rate-buckets.ts';
import { categoryOf } from './categories.ts';

/** A tenth of what a source has is drawn at once, so that most requests are counted without asking the database. */
const DRAWS_PER_SECOND = 10;
const DRAWN_KEPT_MS = SECOND_MS;
const SUBJECTS_MAX = 10_000;
/** So often a request may find that others were quicker. */
const ROUNDS_MAX = 100;

export interface RequestLimiter {
  /** False: answer `rateExceeded`. Requests of one kind are counted for each source apart. */
  admit(operation: string, source: RequestSource): Promise<boolean>;
}

/** Who asks: the key pair of a signed request, else the network of the other end. */
export type RequestSource = { readonly accessKeyId: string } | { readonly address: string | undefined };

interface Draw {
  left: number;
  readonly at: number;
  /** Settles when the database has answered; the requests that came meanwhile wait for it and share what it gave. */
  readonly isGranted: Promise<boolean>;
}

/**
 * Limits requests by category and source, over all processes that share the database. This machine itself is one source:
 * a relay that serves everybody has to be given as much as everybody needs.
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
      const isFresh = kept !== undefined && Math.abs(now.getTime() - kept.at) < DRAWN_KEPT_MS;
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

/** A draw that gave nothing, or that failed, is not kept: the next request asks again. */
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
