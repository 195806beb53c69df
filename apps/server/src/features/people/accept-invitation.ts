import type { AcceptInvitationRequest, LinkUsed } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { joinGroups } from '../groups/index.ts';
import { notify } from '../notifications/index.ts';
import { presentPoolFailure, upsertPerson } from '../session/index.ts';
import { createPersonalSpace } from '../spaces/index.ts';
import { claimLink, releaseLink } from './claim-link.ts';
import type { LinkRow } from './model.ts';
import { isAddressKnown } from './store/people.ts';
import { endLink } from './store/links.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'newId' | 'pool' | 'settings'>;

export async function acceptInvitation(
  services: Needs,
  { code, name, password }: AcceptInvitationRequest,
): Outcome<LinkUsed, Failure> {
  const claimed = await claimLink(services, { code, kind: 'invitation' });
  if (!claimed.ok) return claimed;
  const { clock, db, log, pool } = services;
  const { code_hash: codeHash, email, began_at_pool: hasBegun } = claimed.value;
  // This link did not create an account that is already in use.
  if (await isAddressKnown(db, { issuer: pool.issuer, email })) {
    await releaseLink(services, { codeHash, beganAtPool: false });
    return err({ code: 'name_taken' });
  }
  const created = await pool.createAccount({ email, name, password, resume: hasBegun });
  if (!created.ok) {
    const { code: cause } = created.error;
    const isUntouched = cause === 'name_taken' || (cause === 'password_refused' && !hasBegun);
    await releaseLink(services, { codeHash, beganAtPool: !isUntouched });
    return err(presentPoolFailure(created.error, { now: clock.now(), log, passwordPath: 'password' }));
  }
  await enrol(services, claimed.value, { ...created.value, name });
  return ok({ username: email });
}

async function enrol(
  { clock, db, newId, pool, settings }: Needs,
  link: LinkRow,
  account: { readonly subject: string; readonly username: string; readonly name: string },
): Promise<void> {
  const { code_hash: codeHash, email, role, invited_by: invitedBy, group_ids: groupIds } = link;
  const now = clock.now();
  const { personQuotaBytes } = await settings.read(db);
  const quotaBytes = link.quota_bytes ?? personQuotaBytes;
  await inTransaction(db, async (tx) => {
    const person = {
      ...account,
      id: newId(),
      issuer: pool.issuer,
      email,
      emailVerified: true,
      quotaBytes,
      now,
    };
    const { id: actorId } = await upsertPerson(tx, person, role ?? 'member');
    const personIds = invitedBy === null ? [] : [invitedBy];
    await notify(tx, { personIds, actorId, subject: { kind: 'joined' }, at: now, newId });
    await joinGroups(tx, { userId: actorId, groupIds, invitedBy, now });
    // Otherwise the first sign-in makes the space, with the limit of that moment.
    if (link.quota_bytes !== null) await createPersonalSpace(tx, { userId: actorId, now, newId, quotaBytes });
    await endLink(tx, { codeHash, reason: 'used', now });
    recordAudit(tx, {
      action: 'person_joined',
      at: now,
      actor: { kind: 'person', id: actorId },
      facts: { role: role ?? 'member' },
    });
  });
}
