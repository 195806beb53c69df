// Lists that break off, and what may be repeated in them.
import { randomUUID } from 'node:crypto';
import { NodeId, SERVER_LIMITS, SpaceId } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valueOf } from '../../live.world.ts';
import { createFolder, trashNodes } from '../files/index.ts';
import { addMembers } from '../spaces/members/add-members.ts';
import { createSpace } from '../spaces/team/create-space.ts';
import { makeTeam } from '../spaces/team.world.ts';
import { type DavWorld, startDavWorld } from './dav.world.ts';
import { propfind } from './methods/propfind.ts';

const HOME = '/dav/Personal';

let dav: DavWorld;
beforeAll(async () => {
  dav = await startDavWorld();
});
afterAll(async () => {
  await dav[Symbol.asyncDispose]();
});

test('a list of a folder that is lost meanwhile breaks off', async () => {
  const team = await makeTeam(dav.world);
  const reader = await team.add('viewer');
  const root = NodeId.parse(team.space.rootId);
  for (let at = 0; at < 260; at += 1) {
    const name = `folder ${at}`;
    valueOf(await createFolder(dav.services, team.owner, { parentId: root, name, ifExists: 'fail' }));
  }
  const names = ['Field team'];
  const request = new Request(`${dav.url}/dav/Field%20team/`, {
    method: 'PROPFIND',
    headers: { depth: '1' },
  });
  const call = { services: dav.services, actor: reader, request, path: { names, endsWithSlash: true } };
  const none = new Blob([]).stream();
  const answer = await propfind({ ...call, hosts: [], requestId: randomUUID(), body: () => none });
  if (!answer.ok || answer.value.body === null) throw new Error('the list was refused');
  const list = answer.value.body.getReader();
  expect((await list.read()).done).toBe(false);
  await dav.services.db.deleteFrom('member').where('user_id', '=', reader.id).execute();
  const rest = async (): Promise<void> => {
    while (!(await list.read()).done);
  };
  await expect(rest()).rejects.toThrow('lost while it was listed');
});

test('a property that is named twice is answered once', async () => {
  await dav.statusOf('PUT', `${HOME}/named.txt`, { body: 'x' });
  const body = `<propfind xmlns="DAV:"><prop>${'<getetag/><nothing/>'.repeat(3)}</prop></propfind>`;
  const answer = await dav.ask('PROPFIND', `${HOME}/named.txt`, { headers: { depth: '0' }, body });
  const xml = await answer.text();
  expect([xml.match(/<D:getetag>/g)?.length, xml.match(/<[^/>]*nothing/g)?.length]).toEqual([1, 1]);
});

test('an item has a limited number of locks, with those of the folders around it', async () => {
  const body = `<lockinfo xmlns="DAV:"><lockscope><shared/></lockscope><locktype><write/></locktype></lockinfo>`;
  await dav.statusOf('MKCOL', `${HOME}/busy`);
  await dav.statusOf('PUT', `${HOME}/busy/a.txt`, { body: 'x' });
  for (let at = 1; at < SERVER_LIMITS.davLocksPerNodeMax; at += 1) {
    expect(await dav.statusOf('LOCK', `${HOME}/busy`, { body })).toBe(200);
  }
  expect(await dav.statusOf('LOCK', `${HOME}/busy/a.txt`, { body })).toBe(200);
  for (const path of ['busy', 'busy/a.txt']) {
    const refused = await dav.ask('LOCK', `${HOME}/${path}`, { body });
    expect([refused.status, await refused.text()]).toEqual([403, 'An item can have 20 locks.\n']);
  }
});

test('a lock on a trashed file does not lock the folder that it was in', async () => {
  const body = `<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>`;
  await dav.statusOf('MKCOL', `${HOME}/plans`);
  await dav.statusOf('PUT', `${HOME}/plans/locked.txt`, { body: 'x' });
  await dav.statusOf('PUT', `${HOME}/plans/other.txt`, { body: 'x' });
  for (const name of ['locked', 'other']) {
    expect(await dav.statusOf('LOCK', `${HOME}/plans/${name}.txt`, { body })).toBe(200);
  }
  const trash = async (name: string): Promise<void> => {
    const rows = dav.services.db.selectFrom('node').select('id').where('name', '=', name);
    const { id } = await rows.executeTakeFirstOrThrow();
    await trashNodes(dav.services, dav.owner.person, [NodeId.parse(id)]);
  };
  await trash('locked.txt');
  expect(await dav.statusOf('DELETE', `${HOME}/plans`)).toBe(423);
  await trash('other.txt');
  expect(await dav.statusOf('DELETE', `${HOME}/plans`)).toBe(204);
});

test('a shared space never takes the path of the personal space', async () => {
  const given = { name: 'Personal', description: '', color: 'green' } as const;
  const older = valueOf(await createSpace(dav.services, dav.owner.person, given));
  const { person } = await dav.world.addOwner();
  dav.admit(person);
  const as = person.username;
  const spaceId = SpaceId.parse(older.id);
  const added = { spaceId, personIds: [person.id], groupIds: [], role: 'editor' as const };
  valueOf(await addMembers(dav.services, dav.owner.person, added));
  expect(await dav.statusOf('PUT', `${HOME}/mine.txt`, { as, body: 'x' })).toBe(201);
  const name = `Personal%20(${older.id.slice(-6)})`;
  expect(await dav.statusOf('GET', `/dav/${name}/mine.txt`, { as })).toBe(404);
  expect(await dav.statusOf('PROPFIND', `/dav/${name}/`, { as, headers: { depth: '0' } })).toBe(207);
});
