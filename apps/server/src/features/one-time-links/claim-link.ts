import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { hashSecret, poll } from '../session/index.ts';
import { CLAIM_MS, type OneTimeLinkRow } from './model.ts';
import { claimLinkRow, lockLink } from './store/links.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

export function usable(
  link: OneTimeLinkRow | undefined,
  wanted: { readonly now: Date; readonly kind?: OneTimeLinkRow['kind'] },
): Result<OneTimeLinkRow, Failure> {
  if (link === undefined || (wanted.kind ?? link.kind) !== link.kind) return err({ code: 'link_unknown' });
  if (link.end_reason === 'used') return err({ code: 'link_used' });
  if (link.end_reason === 'replaced') return err({ code: 'link_replaced' });
  return link.expires_at > wanted.now ? ok(link) : err({ code: 'link_expired' });
}

/**
 * Claims a link for one of several concurrent callers; the others wait. Returns the previous row, so that
 * `began_at_pool` shows an earlier try.
 */
export async function claimLink(
  services: Needs,
  wanted: { readonly code: string; readonly kind: OneTimeLinkRow['kind'] },
): Outcome<OneTimeLinkRow, Failure> {
  const claimed = await poll(async () => await tryClaim(services, wanted));
  return claimed ?? err({ code: 'pool_unavailable' });
}

/** Tries to claim a link. Undefined while another caller uses it. */
async function tryClaim(
  { clock, db }: Needs,
  { code, kind }: { readonly code: string; readonly kind: OneTimeLinkRow['kind'] },
): Promise<Result<OneTimeLinkRow, Failure> | undefined> {
  return await inTransaction(db, async (tx): Promise<Result<OneTimeLinkRow, Failure> | undefined> => {
    const now = clock.now();
    const link = usable(await lockLink(tx, hashSecret(code)), { now, kind });
    if (!link.ok) return link;
    const { claimed_until: claimedUntil, code_hash: codeHash } = link.value;
    if (claimedUntil !== null && claimedUntil > now) return undefined;
    const until = new Date(now.getTime() + CLAIM_MS);
    await claimLinkRow(tx, { codeHash, until, beganAtPool: true });
    return link;
  });
}

export async function releaseLink(
  { db }: Needs,
  link: { readonly codeHash: string; readonly beganAtPool: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => await claimLinkRow(tx, { ...link, until: null }));
}
