import { SpaceId, type SpaceRole, type UserId } from '@coffer/contracts';
import { parseConfig } from '../../config/config.ts';
import type { Config } from '../../config/config.ts';
import { type Owner, valueOf, type World } from '../../live.world.ts';
import type { Db } from '../../platform/db/db.ts';
import { addMembers } from './members/add-members.ts';
import { createSpace } from './team/create-space.ts';

export type Someone = Owner['person'];

export function configOf(environment: Record<string, string> = {}): Config {
  return valueOf(parseConfig(environment));
}

export async function revisionOfSpace(db: Db, spaceId: SpaceId): Promise<number> {
  const query = db.selectFrom('space').select('revision').where('id', '=', spaceId);
  return (await query.executeTakeFirstOrThrow()).revision;
}

/** A team space with an owner, and a function that adds people. */
export async function makeTeam(world: World) {
  const { person: owner } = await world.addOwner();
  const services = { ...world.services, config: configOf() };
  const space = valueOf(
    await createSpace(services, owner, { name: 'Field team', description: '', color: 'green' }),
  );
  const spaceId = SpaceId.parse(space.id);
  const add = async (role: SpaceRole): Promise<Someone> => {
    const { person } = await world.addOwner();
    valueOf(await addMembers(services, owner, { spaceId, personIds: [person.id], groupIds: [], role }));
    return person;
  };
  const memberRow = async (personId: UserId) =>
    await world.services.db
      .selectFrom('member')
      .select(['role', 'revision'])
      .where('space_id', '=', spaceId)
      .where('user_id', '=', personId)
      .executeTakeFirst();
  const events = async () =>
    await world.services.db
      .selectFrom('event')
      .select(['sequence', 'verb', 'actor_id', 'facts'])
      .where('space_id', '=', spaceId)
      .orderBy('sequence')
      .execute();
  return { services, owner, space, spaceId, add, memberRow, events };
}
