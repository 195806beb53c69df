import type { OneTimeLink } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findLink, usable } from '../one-time-links/index.ts';
import { hashSecret } from '../session/index.ts';
import { displayName } from './model.ts';
import { findPersonRow } from './store/people.ts';
import { waysToJoin } from './ways-to-join.ts';

/** Shows a one-time link. Must not change anything, because message previews open links too. */
export async function openLink(
  services: Pick<Services, 'clock' | 'db' | 'issuers' | 'pool'>,
  code: string,
): Outcome<OneTimeLink, Failure> {
  const { clock, db } = services;
  const link = usable(await findLink(db, hashSecret(code)), { now: clock.now() });
  if (!link.ok) return link;
  const { kind, email, name, invited_by: inviterId, expires_at: expiresAt } = link.value;
  const inviter = inviterId === null ? undefined : await findPersonRow(db, inviterId);
  return ok({
    kind,
    email,
    name,
    invitedBy: inviter === undefined ? null : displayName(inviter),
    expiresAt: expiresAt.toISOString(),
    ...(kind === 'invitation' ? waysToJoin(services, email) : { byPassword: true, issuers: [] }),
  });
}
