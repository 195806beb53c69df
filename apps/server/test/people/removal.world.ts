import { type Person, type RemovePersonRequest, SpaceId } from '@coffer/contracts';
import { arrive, world } from '../sign-in-scene.ts';
import { type Browser } from '../sign-in-world.ts';
import { valueOf } from '../../src/live.world.ts';
import { createSpace } from '../../src/features/spaces/team/create-space.ts';
import { addMembers } from '../../src/features/spaces/members/add-members.ts';
import { changeRole } from '../../src/features/people/change-role.ts';
import { findPeople } from '../../src/features/people/find-people.ts';
import { removePerson } from '../../src/features/people/removal/remove-person.ts';

export interface Arrived {
  readonly browser: Browser;
  readonly person: Person;
}

export async function arrived(name: string, role: Person['role'] = 'member'): Promise<Arrived> {
  const browser = await arrive(`${name}@example.org`);
  const id = (await findPeople(world.services, `${name}@example.org`))[0]?.id ?? '';
  await changeRole(world.services, { userId: id, role });
  const { body } = await browser.call('getSession');
  if (body.state !== 'signed_in') throw new Error('nobody is signed in');
  return { browser, person: body.person };
}

export const KEEP = { kind: 'keep', days: 90 } as const;

export async function revisionOf(personId: string): Promise<number> {
  const row = await world.db
    .selectFrom('user')
    .select('revision')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return row.revision;
}

export async function remove(
  actor: Arrived,
  { person }: Arrived,
  { files = KEEP, owners = [] }: Partial<RemovePersonRequest> = {},
) {
  const revision = await revisionOf(person.id);
  const about = { actor: actor.person, personId: person.id, files, owners, revision };
  return await removePerson(world.services, about);
}

export async function teamOf(owner: Arrived, name: string): Promise<SpaceId> {
  const space = await createSpace(world.services, owner.person, { name, description: '', color: 'green' });
  return SpaceId.parse(valueOf(space).id);
}

export async function addMember(
  owner: Arrived,
  { person }: Arrived,
  { spaceId, role }: { readonly spaceId: SpaceId; readonly role: 'editor' | 'owner' },
): Promise<void> {
  const added = { spaceId, personIds: [person.id], groupIds: [], role };
  valueOf(await addMembers(world.services, owner.person, added));
}

export const personalSpaceOf = async ({ person }: Arrived) =>
  await world.db
    .selectFrom('space')
    .selectAll()
    .where('owner_id', '=', person.id)
    .where('kind', '=', 'personal')
    .executeTakeFirst();

export const ownersOf = async (spaceId: string) =>
  (
    await world.db
      .selectFrom('member')
      .select('user_id')
      .where('space_id', '=', spaceId)
      .where('role', '=', 'owner')
      .execute()
  ).map(({ user_id: id }) => id);

export const spaceRow = async (id: string) =>
  await world.db.selectFrom('space').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const grantsNow = async () => await world.db.selectFrom('grant').select('user_id').execute();

export const told = async ({ person }: Arrived) =>
  (
    await world.db.selectFrom('notification').select('subject').where('user_id', '=', person.id).execute()
  ).map(({ subject }) => subject);
