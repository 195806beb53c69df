import type { AcceptInvitationRequest, LinkUsed } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { deleteAtPool } from '../account/index.ts';
import {
  claimLink,
  forgetLeftAccount,
  hasLeftAccount,
  joinByInvitation,
  lockLink,
  releaseLink,
} from '../one-time-links/index.ts';
import { presentPoolFailure } from '../session/index.ts';
import { isAddressKnown } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'newId' | 'pool' | 'settings'>;

export async function acceptInvitation(
  services: Needs,
  { code, name, password }: AcceptInvitationRequest,
): Outcome<LinkUsed, Failure> {
  if (!services.pool.isAdministered) return err({ code: 'pool_key_missing' });
  const claimed = await claimLink(services, { code, kind: 'invitation' });
  if (!claimed.ok) return claimed;
  const { clock, db, log, newId, pool, settings } = services;
  const { code_hash: codeHash, email } = claimed.value;
  // The link must not change an account that is already used.
  if (await isAddressKnown(db, { issuer: pool.issuer, email })) {
    await releaseLink(services, { codeHash, beganAtPool: false });
    return err({ code: 'name_taken' });
  }
  const isLeft = await hasLeftAccount(db, email);
  const hasBegun = claimed.value.began_at_pool || isLeft;
  const created = await createAccount(pool, { email, name, password, resume: hasBegun, isLeft });
  if (!created.ok) {
    const { code: cause } = created.error;
    const isUntouched = cause === 'name_taken' || (cause === 'password_refused' && !hasBegun);
    await releaseLink(services, { codeHash, beganAtPool: !isUntouched });
    return err(presentPoolFailure(created.error, { now: clock.now(), log, passwordPath: 'password' }));
  }
  const { personQuotaBytes: quotaBytes } = await settings.read(db);
  const joined = await inTransaction(db, async (tx): Outcome<LinkUsed, Failure> => {
    // It may have been withdrawn while the pool made the account.
    const link = await lockLink(tx, codeHash);
    if (link?.end_reason === 'replaced') return err({ code: 'link_replaced' });
    const account = { ...created.value, name, email, emailVerified: true, issuer: pool.issuer };
    await joinByInvitation(tx, claimed.value, { account, quotaBytes, now: clock.now(), newId });
    await forgetLeftAccount(tx, email);
    return ok({ username: email });
  });
  // Otherwise the account would sign in without an invitation. Who has signed in already is somebody here.
  if (!joined.ok && !(await isAddressKnown(db, { issuer: pool.issuer, email }))) {
    const { username, subject } = created.value;
    const outcome = await deleteAtPool(pool, username);
    if (outcome === 'deleted') await forgetLeftAccount(db, email);
    else log.warn('account_not_given_back', { outcome, username, subject });
  }
  return joined;
}

/** `isLeft`: the account may be that of a withdrawn invitation, which may be disabled. */
async function createAccount(
  pool: Services['pool'],
  { isLeft, ...account }: Parameters<Services['pool']['createAccount']>[0] & { readonly isLeft: boolean },
): ReturnType<Services['pool']['createAccount']> {
  const created = await pool.createAccount(account);
  if (!created.ok || !isLeft) return created;
  const enabled = await pool.setEnabled({ username: created.value.username, isEnabled: true });
  return enabled.ok ? created : enabled;
}
