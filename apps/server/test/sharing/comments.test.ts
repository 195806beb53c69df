import {
  CommentsQuery,
  type NodeId,
  NodeId as NodeIds,
  NotificationsQuery,
  type Person,
  SERVER_LIMITS,
  type SpaceRole,
} from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../src/live.world.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { changeComment, deleteComment } from '../../src/features/comments/change-comment.ts';
import { createComment } from '../../src/features/comments/create-comment.ts';
import { listComments } from '../../src/features/comments/list-comments.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
beforeAll(async () => {
  world = await startWorld();
  team = await makeTeam(world);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function folder(name: string, by: Person = team.owner, parentId = team.space.rootId): Promise<NodeId> {
  const made = await createFolder(world.services, by, { parentId, name, ifExists: 'fail' });
  return NodeIds.parse(valueOf(made).id);
}

const comment = async (by: Person, nodeId: NodeId, text: string) =>
  await createComment(world.services, by, { nodeId, text, mentions: [] });

const idOf = ({ id }: Pick<Person, 'id'>) => id;

const mention = async (by: Person, nodeId: NodeId, people: readonly Person[]) =>
  await createComment(world.services, by, { nodeId, text: textWith(people), mentions: people.map(idOf) });

const textWith = (people: readonly Person[]): string => people.map(({ name }) => `@${name}`).join(', ');

const list = async (by: Person, nodeId: NodeId, query: Record<string, string> = {}) =>
  await listComments(world.services, by, { nodeId, query: CommentsQuery.parse(query) });

const textsOf = async (by: Person, nodeId: NodeId): Promise<readonly string[]> =>
  valueOf(await list(by, nodeId)).items.map(({ text }) => text);

async function toldOf(person: Person, nodeId: NodeId, kind: 'commented' | 'mentioned' = 'commented') {
  const page = valueOf(await listNotifications(world.services, person, NotificationsQuery.parse({})));
  return page.items.filter(({ subject }) => subject.kind === kind && subject.nodeId === nodeId);
}

test.each<SpaceRole>(['viewer', 'editor', 'manager'])('a %s reads and writes comments', async (role) => {
  const nodeId = await folder(`for ${role}`);
  const person = await team.add(role);
  valueOf(await comment(team.owner, nodeId, 'First'));
  const made = valueOf(await comment(person, nodeId, 'Second\nwith a line'));
  expect(made).toMatchObject({ author: { kind: 'you' }, editedAt: null, mayDelete: true });
  const { items, total } = valueOf(await list(team.owner, nodeId));
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { text: 'Second\nwith a line', author: { kind: 'person', name: person.name } },
    { text: 'First', author: { kind: 'you' } },
  ]);
});

test('strangers, and everyone once it is in the trash, meet the answer for a missing item', async () => {
  const nodeId = await folder('secret');
  const { person: stranger } = await world.addOwner();
  const made = valueOf(await comment(team.owner, nodeId, 'Hidden'));
  const named = { nodeId, commentId: made.id };
  expect(errorOf(await list(stranger, nodeId)).code).toBe('node_not_found');
  expect(errorOf(await comment(stranger, nodeId, 'Hello')).code).toBe('node_not_found');
  expect(errorOf(await deleteComment(world.services, stranger, named)).code).toBe('node_not_found');
  await trashNodes(world.services, team.owner, [nodeId]);
  expect(errorOf(await list(team.owner, nodeId)).code).toBe('node_not_found');
});

test('who has only a grant on the item comments there and nowhere else', async () => {
  const { person } = await world.addOwner();
  const [given, beside] = [await folder('given'), await folder('beside')];
  const grant = {
    personIds: [person.id],
    groupIds: [],
    role: 'viewer' as const,
    expiresAt: null,
    message: '',
  };
  valueOf(await createGrants(world.services, team.owner, { nodeId: given, ...grant }));
  valueOf(await comment(person, given, 'Thank you'));
  expect(errorOf(await comment(person, beside, 'Hello')).code).toBe('node_not_found');
});

test('only authors change comments; authors and managers delete them', async () => {
  const nodeId = await folder('changes');
  const [viewer, editor, manager] = [
    await team.add('viewer'),
    await team.add('editor'),
    await team.add('manager'),
  ];
  const made = valueOf(await comment(viewer, nodeId, 'Frist'));
  const named = { nodeId, commentId: made.id };
  const change = { ...named, text: 'First', revision: made.revision };
  expect(errorOf(await changeComment(world.services, manager, change)).code).toBe('not_allowed');
  expect(errorOf(await deleteComment(world.services, editor, named)).code).toBe('not_allowed');
  const changed = valueOf(await changeComment(world.services, viewer, change));
  expect(changed).toMatchObject({ text: 'First', revision: made.revision + 1 });
  expect(changed.editedAt).not.toBeNull();
  expect(errorOf(await changeComment(world.services, viewer, change))).toMatchObject({
    code: 'revision_conflict',
    facts: { current_revision: changed.revision },
  });
  expect(valueOf(await list(editor, nodeId)).items).toMatchObject([{ mayDelete: false }]);
  valueOf(await deleteComment(world.services, manager, named));
  valueOf(await deleteComment(world.services, viewer, named));
  expect(errorOf(await changeComment(world.services, viewer, change)).code).toBe('changed_since');
  expect(await textsOf(viewer, nodeId)).toEqual([]);
});

test('what told of a comment has the words of its last change, also in mail that waits', async () => {
  const maker = await team.add('editor');
  const nodeId = await folder('words', maker);
  const { id: commentId, revision } = valueOf(await comment(team.owner, nodeId, 'Frist'));
  const change = { nodeId, commentId, text: 'First', revision };
  valueOf(await changeComment(world.services, team.owner, change));
  expect(await toldOf(maker, nodeId)).toMatchObject([{ subject: { text: 'First' } }]);
  const mail = world.services.db
    .selectFrom('mail')
    .select('subject')
    .where('user_id', '=', maker.id)
    .where('kind', '=', 'commented');
  expect(await mail.execute()).toMatchObject([{ subject: { text: 'First' } }]);
});

test('who lost access learns no new words of a comment, neither in the bell nor by mail', async () => {
  const nodeId = await folder('Left');
  const viewer = await team.add('viewer');
  valueOf(await comment(viewer, nodeId, 'I see'));
  const made = valueOf(await comment(team.owner, nodeId, 'Old words'));
  const remove = { spaceId: team.spaceId, holderId: viewer.id };
  valueOf(await removeMember(team.services, team.owner, remove));
  const change = { nodeId, commentId: made.id, text: 'New words', revision: 1 };
  valueOf(await changeComment(world.services, team.owner, change));
  expect((await toldOf(viewer, nodeId)).map(({ subject }) => 'text' in subject && subject.text)).toEqual([
    'Old words',
  ]);
  const mail = await world.services.db
    .selectFrom('mail')
    .select('subject')
    .where('user_id', '=', viewer.id)
    .where('topic', '=', `comment:${made.id}`)
    .execute();
  expect(mail).toMatchObject([{ subject: { text: 'Old words' } }]);
});

test('a comment of one item is not reached through another', async () => {
  const [one, other] = [await folder('one'), await folder('other')];
  const made = valueOf(await comment(team.owner, one, 'Stays'));
  const named = { nodeId: other, commentId: made.id };
  const change = { ...named, text: 'Changed', revision: made.revision };
  expect(errorOf(await changeComment(world.services, team.owner, change)).code).toBe('changed_since');
  valueOf(await deleteComment(world.services, team.owner, named));
  expect(await textsOf(team.owner, one)).toEqual(['Stays']);
});

test('the maker and earlier commenters are told, the author and those who lost access are not', async () => {
  const maker = await team.add('editor');
  const [early, left] = [await team.add('viewer'), await team.add('viewer')];
  const nodeId = await folder('told', maker);
  valueOf(await comment(early, nodeId, 'One'));
  valueOf(await comment(left, nodeId, 'Two'));
  valueOf(await removeMember(team.services, team.owner, { spaceId: team.spaceId, holderId: left.id }));
  const long = 'x'.repeat(SERVER_LIMITS.commentToldLengthMax + 1);
  const made = valueOf(await comment(team.owner, nodeId, long));
  const [latest] = await toldOf(maker, nodeId);
  expect(latest).toMatchObject({
    actor: { name: team.owner.name },
    subject: { name: 'told', nodeKind: 'folder', text: `${'x'.repeat(SERVER_LIMITS.commentToldLengthMax)}…` },
  });
  expect([(await toldOf(maker, nodeId)).length, (await toldOf(early, nodeId)).length]).toEqual([3, 2]);
  expect([await toldOf(left, nodeId), await toldOf(team.owner, nodeId)]).toEqual([[], []]);
  valueOf(await deleteComment(world.services, team.owner, { nodeId, commentId: made.id }));
  expect([(await toldOf(maker, nodeId)).length, (await toldOf(early, nodeId)).length]).toEqual([2, 1]);
});

test('a contributor discusses own items without learning who else works in the space', async () => {
  const contributor = await team.add('contributor');
  const nodeId = await folder('handed in', contributor);
  const others = await folder('of others');
  valueOf(await comment(team.owner, nodeId, 'Please add the date'));
  expect(valueOf(await list(contributor, nodeId)).items).toMatchObject([
    { author: { kind: 'hidden_person' } },
  ]);
  expect(await toldOf(contributor, nodeId)).toMatchObject([{ actor: null }]);
  expect(errorOf(await comment(contributor, others, 'Hello')).code).toBe('node_not_found');
});

test('people who are mentioned are told so, once, and those who do not see the item are left out', async () => {
  const maker = await team.add('editor');
  const [named, later] = [await team.add('viewer'), await team.add('viewer')];
  const { person: stranger } = await world.addOwner();
  const nodeId = await folder('mentions', maker);
  const people = [named, maker, stranger, team.owner, named];
  const made = valueOf(await mention(team.owner, nodeId, people));
  expect(made.mentions.map(idOf)).toEqual([named, maker, team.owner].map(idOf));
  expect(made.authorId).toBe(team.owner.id);
  for (const person of [named, maker]) {
    expect(await toldOf(person, nodeId, 'mentioned')).toMatchObject([{ actor: { name: team.owner.name } }]);
    expect(await toldOf(person, nodeId)).toEqual([]);
  }
  expect(await toldOf(team.owner, nodeId, 'mentioned')).toEqual([]);
  const change = { nodeId, commentId: made.id, revision: made.revision };
  const added = { ...change, text: textWith([named, later]), mentions: [named.id, later.id] };
  expect(valueOf(await changeComment(world.services, team.owner, added)).mentions).toMatchObject([
    { id: named.id, name: named.name },
    { id: later.id },
  ]);
  expect((await toldOf(named, nodeId, 'mentioned')).length).toBe(1);
  expect((await toldOf(later, nodeId, 'mentioned')).length).toBe(1);
  const again = { ...change, text: 'Other words', revision: made.revision + 1 };
  expect(valueOf(await changeComment(world.services, team.owner, again)).mentions.length).toBe(2);
  const without = { ...again, mentions: [], revision: made.revision + 2 };
  valueOf(await changeComment(world.services, team.owner, without));
  const back = { ...without, mentions: [named.id], revision: made.revision + 3 };
  valueOf(await changeComment(world.services, team.owner, back));
  expect((await toldOf(named, nodeId, 'mentioned')).length).toBe(1);
  valueOf(await deleteComment(world.services, team.owner, { nodeId, commentId: made.id }));
  expect(await toldOf(later, nodeId, 'mentioned')).toEqual([]);
});

test('who may not learn who sees an item mentions only people of its discussion; contributors nobody', async () => {
  const { person: guest } = await world.addOwner();
  const [writer, silent] = [await team.add('viewer'), await team.add('viewer')];
  const nodeId = await folder('given to one');
  const grant = {
    personIds: [guest.id],
    groupIds: [],
    role: 'viewer' as const,
    expiresAt: null,
    message: '',
  };
  valueOf(await createGrants(world.services, team.owner, { nodeId, ...grant }));
  valueOf(await comment(writer, nodeId, 'Here'));
  const made = valueOf(await mention(guest, nodeId, [writer, silent]));
  expect(made.mentions).toMatchObject([{ id: writer.id }]);
  expect(await toldOf(silent, nodeId, 'mentioned')).toEqual([]);
  const contributor = await team.add('contributor');
  const own = await folder('of a contributor', contributor);
  expect(valueOf(await mention(contributor, own, [team.owner])).mentions).toEqual([]);
  valueOf(await mention(team.owner, own, [contributor]));
  expect(await toldOf(contributor, own, 'mentioned')).toMatchObject([{ actor: null }]);
  expect(valueOf(await list(contributor, own)).items[0]).toMatchObject({ authorId: null, mentions: [] });
});

test('pages follow each other without gaps', async () => {
  const nodeId = await folder('pages');
  for (const text of ['1', '2', '3', '4', '5']) valueOf(await comment(team.owner, nodeId, text));
  const first = valueOf(await list(team.owner, nodeId, { limit: '3' }));
  const second = valueOf(await list(team.owner, nodeId, { limit: '3', after: first.next ?? '' }));
  const texts = [...first.items, ...second.items].map(({ text }) => text);
  expect([texts, first.total, second.next]).toEqual([['5', '4', '3', '2', '1'], 5, null]);
});

test('comments move with their item to another space, and end with it', async () => {
  const other = await makeTeam(world);
  const mover = await team.add('manager');
  await world.services.db
    .insertInto('member')
    .values({
      space_id: other.spaceId,
      user_id: mover.id,
      role: 'editor',
      created_at: world.clock.now(),
    })
    .execute();
  const nodeId = await folder('moves', mover);
  valueOf(await comment(mover, nodeId, 'With me'));
  const target = NodeIds.parse(other.space.rootId);
  valueOf(await moveNodes(team.services, mover, { ids: [nodeId], parentId: target, conflict: 'fail' }));
  expect(await textsOf(other.owner, nodeId)).toEqual(['With me']);
  expect(errorOf(await list(team.owner, nodeId)).code).toBe('node_not_found');
  await world.services.db.deleteFrom('node').where('id', '=', nodeId).execute();
  const left = await world.services.db
    .selectFrom('comment')
    .select('id')
    .where('node_id', '=', nodeId)
    .execute();
  expect(left).toEqual([]);
});

test('an item holds a limited number of comments, also of many people at once', async () => {
  const nodeId = await folder('full');
  const person = await team.add('viewer');
  const { db, newId, clock } = world.services;
  const rows = Array.from({ length: SERVER_LIMITS.commentsPerNodeMax - 1 }, () => ({
    id: newId(),
    space_id: team.spaceId,
    node_id: nodeId,
    author_id: team.owner.id,
    text: 'x',
    created_at: clock.now(),
  }));
  await db.insertInto('comment').values(rows).execute();
  const answers = await Promise.all(['a', 'b', 'c'].map(async (text) => await comment(person, nodeId, text)));
  expect(answers.filter(({ ok }) => ok).length).toBe(1);
  expect(valueOf(await list(person, nodeId)).total).toBe(SERVER_LIMITS.commentsPerNodeMax);
});
