import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type IssuerRules, POOL_RULES } from '../../platform/identity/issuers.ts';
import type { Identity } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { replaceProviderGroups, reportLeftOut } from '../groups/index.ts';
import { hasLeftAccount, joinByInvitation, lockInvitationOf } from '../one-time-links/index.ts';
import { upsertPerson } from '../session/index.ts';
import type { PersonRow } from './model.ts';
import { createPersonalSpace } from '../spaces/index.ts';
import {
  findByFirstIdentity,
  findByLinkedIdentity,
  findByVerifiedEmail,
  freeIdentity,
  insertIdentity,
} from './store/identities.ts';

/**
 * Finds or creates the person who signs in, by issuer and subject, or by verified e-mail address if configured. A token
 * without the groups claim changes no groups.
 */
export async function admitPerson(
  services: Pick<Services, 'clock' | 'log' | 'newId' | 'settings'>,
  tx: Tx,
  arrival: {
    readonly identity: Identity;
    readonly rules: IssuerRules;
    /** Prevents an issuer from naming another issuer's groups. */
    readonly groupPrefix: string;
  },
): Promise<Result<PersonRow, Failure>> {
  const now = services.clock.now();
  const { identity, rules } = arrival;
  const { personQuotaBytes: quotaBytes, joinDomains } = await services.settings.read(tx);
  const found = isAllowed(identity, rules)
    ? await findOrMake(services, tx, { ...arrival, quotaBytes, joinDomains })
    : undefined;
  if (found === undefined) return err({ code: 'account_not_admitted' });
  if (found === 'withdrawn') return err({ code: 'invitation_withdrawn' });
  const person = found;
  if (person.status !== 'active') return err({ code: 'account_disabled' });
  await createPersonalSpace(tx, {
    userId: person.id,
    now,
    newId: services.newId,
    quotaBytes,
  });
  if (identity.groups !== undefined) {
    reportLeftOut(services.log, { names: identity.groups, prefix: arrival.groupPrefix });
    const { joined, left } = await replaceProviderGroups(tx, {
      userId: person.id,
      names: identity.groups,
      prefix: arrival.groupPrefix,
      newId: services.newId,
      now,
    });
    const member = { kind: 'person', id: person.id } as const;
    const record = (action: 'group_member_added' | 'group_member_removed', id: string): void =>
      recordAudit(tx, {
        action,
        at: now,
        actor: member,
        subject: member,
        facts: { group: { kind: 'group', id }, by: 'sign_in' },
      });
    for (const id of joined) record('group_member_added', id);
    for (const id of left) record('group_member_removed', id);
  }
  return ok(person);
}

function isAllowed(identity: Identity, { allowedDomains }: IssuerRules): boolean {
  if (allowedDomains.length === 0) return true;
  const domain = provenDomain(identity);
  return domain !== undefined && allowedDomains.includes(domain);
}

function provenDomain({ email, emailVerified }: Identity): string | undefined {
  return emailVerified ? email.slice(email.lastIndexOf('@') + 1).toLowerCase() : undefined;
}

async function findOrMake(
  services: Pick<Services, 'clock' | 'newId'>,
  tx: Tx,
  {
    identity,
    rules,
    quotaBytes,
    joinDomains,
  }: {
    readonly identity: Identity;
    readonly rules: IssuerRules;
    readonly quotaBytes: number;
    readonly joinDomains: readonly string[];
  },
): Promise<PersonRow | 'withdrawn' | undefined> {
  const now = services.clock.now();
  const { issuer, subject } = identity;
  const linked = await findByLinkedIdentity(tx, { issuer, subject, now });
  const first = linked ?? (await findByFirstIdentity(tx, identity));
  const wasRemoved = first?.status === 'removed';
  if (linked !== undefined && !wasRemoved) return linked;
  const isKnown = first !== undefined && !wasRemoved;
  if (!isKnown && rules.linksVerifiedEmail && identity.emailVerified) {
    const same = await findByVerifiedEmail(tx, identity.email);
    if (same !== undefined) {
      if (wasRemoved) await freeIdentity(tx, identity);
      await insertIdentity(tx, { issuer, subject, userId: same.id, now });
      return same;
    }
  }
  if (!isKnown && rules.admitsInvited && identity.emailVerified) {
    const invitation = await lockInvitationOf(tx, { email: identity.email, now });
    if (invitation !== undefined) {
      if (wasRemoved) await freeIdentity(tx, identity);
      const account = { ...identity, name: identity.name === '' ? invitation.name : identity.name };
      return await joinByInvitation(tx, invitation, { account, quotaBytes, now, newId: services.newId });
    }
  }
  // Nothing else admits a removed person again.
  if (wasRemoved) return first;
  // The account was made by an invitation that was withdrawn before anybody joined by it.
  if (!isKnown && rules === POOL_RULES && (await hasLeftAccount(tx, identity.email))) return 'withdrawn';
  const domain = provenDomain(identity);
  const isOfDomain = domain !== undefined && joinDomains.includes(domain);
  if (!isKnown && !rules.admitsNewPeople && !isOfDomain) return undefined;
  const person = await upsertPerson(tx, { id: services.newId(), ...identity, quotaBytes, now });
  if (!isKnown && !rules.admitsNewPeople) {
    const joined = { kind: 'person', id: person.id } as const;
    const facts = { domain: domain ?? '' };
    recordAudit(tx, { action: 'person_joined', at: now, actor: joined, subject: joined, facts });
  }
  return person;
}
