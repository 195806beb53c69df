// docs/decisions/0154-pictures-of-people.md
import {
  ActivityQuery,
  AccessPeopleQuery,
  CommentsQuery,
  LIMITS,
  NodeId,
  NotificationsQuery,
  type Person,
  SharedQuery,
} from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../src/live.world.ts';
import { askForAccess } from '../../src/features/access-requests/ask-for-access.ts';
import { getAskableAccess } from '../../src/features/access-requests/get-askable-access.ts';
import { listAccessRequests } from '../../src/features/access-requests/list-requests.ts';
import { removePicture, setPicture } from '../../src/features/account/picture.ts';
import { jpegOf } from '../../src/features/account/picture.world.ts';
import { createComment } from '../../src/features/comments/create-comment.ts';
import { listComments } from '../../src/features/comments/list-comments.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { getNodeDetails } from '../../src/features/files/details/get-node-details.ts';
import { listActivity } from '../../src/features/files/details/list-activity.ts';
import { listRowFacts } from '../../src/features/files/details/list-row-facts.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import { createPeopleSearch } from '../../src/features/people/search-people.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { listAccess } from '../../src/features/sharing/list-access.ts';
import { listAccessPeople } from '../../src/features/sharing/list-access-people.ts';
import { listSharedByMe, listSharedWithMe } from '../../src/features/sharing/list-shared.ts';
import { listMembers } from '../../src/features/spaces/members/list-members.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
beforeAll(async () => {
  world = await startWorld();
  team = await makeTeam(world);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const FACE = jpegOf('a face');

const actorOf = (person: Person) => ({ person, sessionId: 'any' });

const pictured = async (person: Person): Promise<string> =>
  valueOf(await setPicture(world.services, actorOf(person), { picture: FACE })).picture;

/** Everything that one person is told about an item, by call. */
async function toldTo(reader: Person, nodeId: NodeId): Promise<Readonly<Record<string, unknown>>> {
  const { services } = team;
  const named = { nodeId };
  return {
    members: await listMembers(services, reader, team.spaceId),
    access: await listAccess(services, reader, nodeId),
    people: await listAccessPeople(services, reader, { ...named, query: AccessPeopleQuery.parse({}) }),
    comments: await listComments(services, reader, { ...named, query: CommentsQuery.parse({}) }),
    details: await getNodeDetails(services, reader, nodeId),
    activity: await listActivity(services, reader, { ...named, query: ActivityQuery.parse({}) }),
    facts: await listRowFacts(services, reader, [nodeId]),
    notifications: await listNotifications(services, reader, NotificationsQuery.parse({})),
    withMe: await listSharedWithMe(services, reader, SharedQuery.parse({})),
    byMe: await listSharedByMe(services, reader, SharedQuery.parse({})),
    askable: await getAskableAccess(services, reader, nodeId),
    requests: await listAccessRequests(services, reader, nodeId),
  };
}

const callsWith = (told: Readonly<Record<string, unknown>>, id: string): readonly string[] =>
  Object.entries(told).flatMap(([call, answer]) => (JSON.stringify(answer).includes(id) ? [call] : []));

test('a picture goes where the name goes: to those who learn it, in each answer that has it, until it is removed', async () => {
  const { services, owner } = team;
  const [reader, contributor] = [await team.add('viewer'), await team.add('contributor')];
  const [ofOwner, ofReader] = [await pictured(owner), await pictured(reader)];
  const made = { parentId: team.space.rootId, name: 'Plans', ifExists: 'fail' } as const;
  const nodeId = NodeId.parse(valueOf(await createFolder(services, owner, made)).id);
  const role = 'editor' as const;
  const grant = { personIds: [reader.id], groupIds: [], role, expiresAt: null, message: '' };
  valueOf(await createGrants(services, owner, { nodeId, ...grant }));
  valueOf(await createComment(services, owner, { nodeId, text: 'Look', mentions: [] }));
  valueOf(await askForAccess(services, reader, { nodeId, role: 'manager', message: '' }));

  const all = ['members', 'access', 'people', 'comments', 'details', 'activity', 'facts'];
  expect(callsWith(await toldTo(reader, nodeId), ofOwner)).toEqual([
    ...all,
    'notifications',
    'withMe',
    'askable',
  ]);
  expect(callsWith(await toldTo(owner, nodeId), ofReader)).toEqual([
    'members',
    'access',
    'people',
    'facts',
    'notifications',
    'byMe',
    'requests',
  ]);
  // Is told the names of owners only, and so their pictures only.
  const told = await toldTo(contributor, team.space.rootId);
  expect([callsWith(told, ofOwner), callsWith(told, ofReader)]).toEqual([
    ['members', 'notifications', 'askable'],
    [],
  ]);
  const find = createPeopleSearch(services);
  const search = async () =>
    valueOf(await find(reader, { text: owner.name.slice(0, LIMITS.peopleTextLengthMax) }));
  expect((await search()).items).toContainEqual(expect.objectContaining({ id: owner.id, picture: ofOwner }));

  valueOf(await removePicture(services, actorOf(owner)));
  expect(callsWith(await toldTo(reader, nodeId), ofOwner)).toEqual([]);
});
