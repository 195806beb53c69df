import type { InvitePeopleRequest, InvitePeopleResult, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { type InvitationNeeds, invitePerson } from '../invite-person.ts';
import { mayInvite } from '../ways-to-join.ts';
import { administering } from './policy.ts';
import { presentLink } from './present-link.ts';

/**
 * Invites people. One rejected address does not stop the others; if the pool does not respond, the remaining ones are
 * skipped.
 */
export async function invitePeople(
  services: InvitationNeeds,
  actor: Person,
  { people, role: usual, onlyNew }: InvitePeopleRequest,
): Outcome<InvitePeopleResult, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  if (!mayInvite(services)) return err({ code: 'pool_key_missing' });
  const issues = people.flatMap(({ email }, index) => {
    const isRepeated = people.slice(0, index).some((other) => sameAddress(other.email, email));
    return isRepeated ? [{ path: `people.${index}.email`, code: 'wrong_format' as const }] : [];
  });
  if (issues.length > 0) return err({ code: 'invalid_request', issues });
  const items: InvitePeopleResult['items'] = [];
  let isSilent = false;
  for (const { role = usual, ...person } of people) {
    const { email } = person;
    const link = isSilent
      ? err<Failure>({ code: 'pool_unavailable' })
      : await invitePerson(services, { ...person, role, onlyNew, invitedBy: actor.id });
    if (!link.ok && link.error.code === 'pool_unavailable') isSilent = true;
    items.push(
      link.ok
        ? { ok: true, email, link: presentLink(link.value), isMailed: link.value.isMailed }
        : { ok: false, email, code: link.error.code },
    );
  }
  const invited = items.filter((item) => item.ok).length;
  services.log.info('people_invited', { actorId: actor.id, invited, refused: items.length - invited });
  return ok({ items });
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
