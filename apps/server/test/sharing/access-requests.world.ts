import {
  type AskedRole,
  NodeId,
  NotificationsQuery,
  type NotificationSubject,
  type Person,
  UserId,
} from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { answerAccessRequest } from '../../src/features/access-requests/answer-request.ts';
import { askForAccess } from '../../src/features/access-requests/ask-for-access.ts';
import { listAccessRequests } from '../../src/features/access-requests/list-requests.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { startWorld, valueOf, type World } from '../../src/live.world.ts';

export let world: World;

export let team: Awaited<ReturnType<typeof makeTeam>>;

export const folder = async (name = 'Plans', parentId: NodeId = team.space.rootId): Promise<NodeId> =>
  NodeId.parse(
    valueOf(await createFolder(world.services, team.owner, { parentId, name, ifExists: 'fail' })).id,
  );

export const ask = async (
  by: Person,
  nodeId: NodeId,
  { role = 'editor', message = '' }: { readonly role?: AskedRole; readonly message?: string } = {},
) => await askForAccess(world.services, by, { nodeId, role, message });

export const list = async (by: Person, nodeId: NodeId) =>
  await listAccessRequests(world.services, by, nodeId);

export async function only(nodeId: NodeId) {
  const [first] = valueOf(await list(team.owner, nodeId)).items;
  if (first === undefined) throw new Error('nobody asked');
  return first;
}

interface Asked {
  readonly id: string;
  readonly nodeId: NodeId;
  readonly revision: number;
}

export async function answer(by: Person, how: 'give' | 'decline', on: NodeId | Asked) {
  const { id: requestId, nodeId, revision } = typeof on === 'string' ? await only(on) : on;
  const body = how === 'give' ? { answer: how } : { answer: how, reason: 'Not this month' };
  return await answerAccessRequest(world.services, by, { nodeId, requestId, answer: body, revision });
}

export const share = async (
  nodeId: NodeId,
  person: Person,
  { role, expiresAt = null }: { readonly role: 'viewer' | 'manager'; readonly expiresAt?: string | null },
) =>
  valueOf(
    await createGrants(world.services, team.owner, {
      nodeId,
      personIds: [UserId.parse(person.id)],
      groupIds: [],
      role,
      expiresAt,
      message: '',
    }),
  );

export const stranger = async (): Promise<Person> => (await world.addOwner()).person;

export async function readAll(person: Person): Promise<void> {
  world.clock.advance(1);
  await world.services.db
    .updateTable('notification')
    .set({ read_at: world.services.clock.now() })
    .where('user_id', '=', person.id)
    .execute();
  world.clock.advance(1);
}

type Told<K> = Extract<NotificationSubject, { readonly kind: K }>;

export async function told<K extends 'access_requested' | 'access_answered'>(
  person: Person,
  kind: K,
): Promise<readonly (Told<K> & { isRead: boolean })[]> {
  const page = valueOf(await listNotifications(world.services, person, NotificationsQuery.parse({})));
  return page.items.flatMap(({ subject, isRead }) =>
    subject.kind === kind ? [{ ...(subject as Told<K>), isRead }] : [],
  );
}

/** One world for the tests of a file. */
export function prepareRequests(): void {
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    team = await makeTeam(world);
  });
}
