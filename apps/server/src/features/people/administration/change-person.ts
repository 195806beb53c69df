import type { DisabledPerson, HandedOverFiles, IssuedLink, Person } from '@coffer/contracts';
import { NodeId, SpaceId } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { MaybeOnce } from '../../../platform/db/once.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { deletePicture } from '../../account/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { endAllSessions } from '../../session/index.ts';
import { deleteAllTokens } from '../../tokens/index.ts';
import { changeRole } from '../change-role.ts';
import { createResetLink } from '../create-reset-link.ts';
import { disablePerson } from '../disable-person.ts';
import { enablePerson } from '../enable-person.ts';
import { handOverFiles } from '../hand-over-files.ts';
import type { Role } from '../model.ts';
import { resetFactors } from '../reset-factors.ts';
import { lockPersonRow } from '../store/people.ts';
import { withdrawInvitation } from '../withdraw-invitation.ts';
import { administering, administeringOther } from './policy.ts';
import { presentLink } from './present-link.ts';

type Needs = Pick<Services, 'cipher' | 'clock' | 'config' | 'db' | 'log' | 'newId' | 'pool' | 'settings'>;

export interface Administered {
  readonly actor: Person;
  readonly personId: string;
}

/** Changes a role. Administrators may give up their own role if there is another administrator. */
export async function changeRoleOf(
  services: Needs,
  { actor, personId }: Administered,
  change: { readonly role: Role; readonly revision: number | undefined },
): Outcome<undefined, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  if (change.revision === undefined) return err({ code: 'revision_required' });
  const changed = await changeRole(services, { userId: personId, ...change });
  return logged(services, changed, { event: 'person_role_changed', about: { actor, personId } });
}

export async function withdraw(services: Needs, actor: Person, email: string): Outcome<undefined, Failure> {
  const allowed = administering(actor);
  return allowed.ok ? await withdrawInvitation(services, email) : allowed;
}

export async function linkForPassword(services: Needs, about: Administered): Outcome<IssuedLink, Failure> {
  const allowed = administeringOther(about.actor, about.personId);
  if (!allowed.ok) return allowed;
  const link = await createResetLink(services, { userId: about.personId, createdBy: about.actor.id });
  const done = logged(services, link, { event: 'reset_link_created', about: about });
  return done.ok ? ok(presentLink(done.value)) : done;
}

export async function dropFactors(services: Needs, about: Administered): Outcome<undefined, Failure> {
  const allowed = administeringOther(about.actor, about.personId);
  if (!allowed.ok) return allowed;
  const reset = await resetFactors(services, { userId: about.personId, actorId: about.actor.id });
  return logged(services, reset, { event: 'factors_reset', about: about });
}

export async function disable(services: Needs, about: Administered): Outcome<DisabledPerson, Failure> {
  const allowed = administeringOther(about.actor, about.personId);
  if (!allowed.ok) return allowed;
  return logged(services, await disablePerson(services, about.personId), {
    event: 'person_disabled_by',
    about: about,
  });
}

export async function enable(services: Needs, about: Administered): Outcome<undefined, Failure> {
  const allowed = administering(about.actor);
  if (!allowed.ok) return allowed;
  return logged(services, await enablePerson(services, about.personId), {
    event: 'person_enabled_by',
    about: about,
  });
}

/**
 * Ends all sessions and tokens of another person. Administrators end their own sessions in their settings, where the
 * current one stays.
 */
export async function signOutEverywhere(services: Needs, about: Administered): Outcome<undefined, Failure> {
  const allowed = administeringOther(about.actor, about.personId);
  if (!allowed.ok) return allowed;
  const done = await inTransaction(services.db, async (tx): Outcome<undefined, Failure> => {
    const person = await lockPersonRow(tx, about.personId);
    if (person === undefined || person.status === 'removed') return err({ code: 'person_not_found' });
    await endAllSessions(services, tx, about.personId);
    const by = { actorId: about.actor.id, newId: services.newId };
    await deleteAllTokens(tx, { userId: about.personId, now: services.clock.now(), by });
    const subject = { kind: 'person', id: about.personId } as const;
    recordAudit(tx, { action: 'sessions_ended', at: services.clock.now(), subject });
    return ok(undefined);
  });
  return logged(services, done, { event: 'person_signed_out', about: about });
}

/** Removes the picture of another person. They may choose another one. */
export async function removePictureOf(services: Needs, about: Administered): Outcome<undefined, Failure> {
  const allowed = administeringOther(about.actor, about.personId);
  if (!allowed.ok) return allowed;
  const done = await inTransaction(services.db, async (tx): Outcome<undefined, Failure> => {
    const person = await lockPersonRow(tx, about.personId);
    if (person === undefined || person.status === 'removed') return err({ code: 'person_not_found' });
    if (person.picture_id === null) return ok(undefined);
    await deletePicture(tx, person.id);
    const subject = { kind: 'person', id: person.id } as const;
    recordAudit(tx, { action: 'picture_removed', at: services.clock.now(), subject });
    return ok(undefined);
  });
  return logged(services, done, { event: 'picture_removed', about });
}

export async function handOver(
  services: Needs & MaybeOnce,
  about: Administered,
  toId: string,
): Outcome<HandedOverFiles, Failure> {
  const allowed = administeringOther(about.actor, about.personId);
  if (!allowed.ok) return allowed;
  const handed = await handOverFiles(services, { fromId: about.personId, toId, actorId: about.actor.id });
  if (!handed.ok) return handed;
  const { spaceId, rootId, name } = handed.value;
  return ok({ spaceId: SpaceId.parse(spaceId), rootId: NodeId.parse(rootId), name });
}

/** Writes to the operator's log. The audit trail records the same with names. */
function logged<T>(
  { log }: Pick<Services, 'log'>,
  done: Result<T, Failure>,
  { event, about }: { readonly event: string; readonly about: Administered },
): Result<T, Failure> {
  if (done.ok) log.info(event, { userId: about.personId, actorId: about.actor.id });
  return done;
}
