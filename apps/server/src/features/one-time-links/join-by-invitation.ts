import type { Tx } from '../../platform/db/db.ts';
import { recordAudit } from '../audit/index.ts';
import { joinGroups } from '../groups/index.ts';
import { notify } from '../notifications/index.ts';
import { upsertPerson } from '../session/index.ts';
import { createPersonalSpace } from '../spaces/index.ts';
import type { OneTimeLinkRow } from './model.ts';
import { endLink } from './store/links.ts';

interface Account {
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
}

/** Creates the person with the role, quota and groups of the invitation. The link stops working. */
export async function joinByInvitation(
  tx: Tx,
  link: OneTimeLinkRow,
  joining: {
    readonly account: Account;
    /** The quota, if the invitation names none. */
    readonly quotaBytes: number;
    readonly now: Date;
    readonly newId: () => string;
  },
): ReturnType<typeof upsertPerson> {
  const { account, now, newId } = joining;
  const { code_hash: codeHash, invited_by: invitedBy, group_ids: groupIds } = link;
  const role = link.role ?? 'member';
  const quotaBytes = link.quota_bytes ?? joining.quotaBytes;
  const person = await upsertPerson(tx, { ...account, id: newId(), quotaBytes, now }, role);
  const { id: actorId } = person;
  const personIds = invitedBy === null ? [] : [invitedBy];
  await notify(tx, { personIds, actorId, subject: { kind: 'joined' }, at: now, newId });
  await joinGroups(tx, { userId: actorId, groupIds, invitedBy, now });
  // Otherwise the first sign-in creates the space, with the default quota of that time.
  if (link.quota_bytes !== null) await createPersonalSpace(tx, { userId: actorId, now, newId, quotaBytes });
  await endLink(tx, { codeHash, reason: 'used', now });
  recordAudit(tx, {
    action: 'person_joined',
    at: now,
    actor: { kind: 'person', id: actorId },
    facts: { role },
  });
  return person;
}
