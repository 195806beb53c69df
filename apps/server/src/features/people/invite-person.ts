import { isEmail, LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { listGroupNames } from '../groups/index.ts';
import { dropInvitation, queueInvitation, type SharedAbout } from '../mail/index.ts';
import { findMailLanguage } from '../notifications/index.ts';
import {
  endInvitationOf,
  hasLeftAccount,
  findInvitationTerms,
  hasOpenInvitation,
  insertInvitation,
  type IssuedLink,
  issueLink,
  lockAddress,
} from '../one-time-links/index.ts';
import { presentPoolFailure } from '../session/index.ts';
import type { Role } from './model.ts';
import { isAddressKnown } from './store/people.ts';
import { waysToJoin } from './ways-to-join.ts';

export type InvitationNeeds = Pick<
  Services,
  'cipher' | 'clock' | 'config' | 'db' | 'issuers' | 'log' | 'newId' | 'pool'
>;

export interface Invited extends IssuedLink {
  /** Whether the link is also sent by mail. */
  readonly isMailed: boolean;
}

interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** The person who invites. Null for a command on the server. */
  readonly invitedBy: string | null;
  /** Undefined for the default quota. */
  readonly quotaBytes?: number | undefined;
  readonly groupIds?: readonly string[] | undefined;
}

/**
 * Invites a person, by mail if there is a mail server. The account is created when the link is used. A new link replaces
 * the earlier one of the address and, unless `onlyNew`, keeps its terms that are not given.
 */
export async function invitePerson(
  services: InvitationNeeds,
  invitation: Invitation & {
    /** Whether to reject an address that has an open invitation. */
    readonly onlyNew?: boolean | undefined;
  },
): Outcome<Invited, Failure> {
  const { clock, db } = services;
  const email = invitation.email.trim();
  const name = invitation.name.trim();
  if (!isEmail(email) || email.length > LIMITS.emailLengthMax) return invalid('email', 'wrong_format');
  if (name.length > 100) return invalid('name', 'too_long');
  const { onlyNew = false, ...terms } = invitation;
  if (!mayJoin(services, email)) {
    return email.length > LIMITS.usernameLengthMax
      ? invalid('email', 'too_long')
      : err({ code: 'pool_key_missing' });
  }
  if (onlyNew && (await hasOpenInvitation(db, { email, now: clock.now() })))
    return err({ code: 'already_invited' });
  const known = await isKnown(services, email);
  if (!known.ok) return known;
  if (known.value) return err({ code: 'name_taken' });
  return await inTransaction(db, async (tx) => {
    await lockAddress(tx, email);
    const kept = onlyNew ? {} : await keptTerms(tx, { ...terms, email });
    return ok(await writeInvitation(services, tx, { ...terms, ...kept, email, name }));
  });
}

async function keptTerms(
  tx: Tx,
  { email, quotaBytes, groupIds }: Invitation,
): Promise<Pick<Invitation, 'quotaBytes' | 'groupIds'> & { readonly bySharing?: boolean }> {
  const earlier = await findInvitationTerms(tx, email);
  if (earlier === undefined) return {};
  return {
    quotaBytes: quotaBytes ?? earlier.quota_bytes ?? undefined,
    groupIds: groupIds ?? earlier.group_ids,
    bySharing: earlier.by_sharing,
  };
}

function mayJoin(services: InvitationNeeds, email: string): boolean {
  const ways = waysToJoin(services, email);
  return ways.byPassword || ways.issuers.length > 0;
}

/** Whether the e-mail address already has an account in Coffer or at the pool. */
export async function isKnown(services: InvitationNeeds, email: string): Outcome<boolean, Failure> {
  const { clock, db, log, pool } = services;
  if (await isAddressKnown(db, { issuer: pool.issuer, email })) return ok(true);
  if (!waysToJoin(services, email).byPassword) return ok(false);
  const account = await pool.findAccount(email);
  if (!account.ok) return err(presentPoolFailure(account.error, { now: clock.now(), log }));
  // A new invitation takes over what a withdrawn one left.
  return ok(account.value !== undefined && !(await hasLeftAccount(db, email)));
}

/** Writes an invitation. Requires an e-mail address that is locked and has no account. */
export async function writeInvitation(
  services: Pick<Services, 'cipher' | 'clock' | 'config' | 'newId'>,
  tx: Tx,
  invitation: Invitation & {
    /** The person who sends the invitation, if not the one who invited first. */
    readonly sentBy?: string;
    /** The shared item. */
    readonly about?: SharedAbout;
    readonly bySharing?: boolean;
  },
): Promise<Invited> {
  const { clock, config } = services;
  const { email, name, about, sentBy = invitation.invitedBy, ...terms } = invitation;
  await endInvitationOf(tx, { email, reason: 'replaced', now: clock.now() });
  const link = await issueLink(services, tx, {
    page: '/join',
    lifeMs: LIMITS.invitationLifeMs,
    insert: async (row) => await insertInvitation(tx, { ...row, ...terms, email, name }),
  });
  recordAudit(tx, {
    action: 'person_invited',
    at: clock.now(),
    subject: { kind: 'person', id: null, name: email },
    facts: { role: invitation.role, ...(await termsOf(tx, invitation)) },
  });
  const isMailed = config.mail !== undefined;
  await dropInvitation(tx, email);
  if (isMailed) {
    const language = sentBy === null ? null : await findMailLanguage(tx, sentBy);
    await queueInvitation(tx, services, {
      email,
      name,
      invitedBy: sentBy,
      language,
      url: link.url,
      about,
      now: clock.now(),
    });
  }
  return { ...link, isMailed };
}

/** The terms for the audit trail, with the current names of groups. */
async function termsOf(
  tx: Tx,
  { quotaBytes, groupIds = [] }: Invitation,
): Promise<Readonly<Record<string, number | string[]>>> {
  const groups = groupIds.length === 0 ? [] : await listGroupNames(tx, groupIds);
  return {
    ...(quotaBytes === undefined ? {} : { quota: quotaBytes }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
  };
}

function invalid(path: string, code: 'wrong_format' | 'too_long') {
  return err<Failure>({ code: 'invalid_request', issues: [{ path, code }] });
}
