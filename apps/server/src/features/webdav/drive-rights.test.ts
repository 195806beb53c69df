// Locks and hidden names for members with lesser roles; limits of properties; modification times; recovery after a
// fault.
import type { SpaceRole } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DavWorld, startDavWorld } from './dav.world.ts';

const HOME = '/dav/Personal';
const LOCK = `<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>`;

let dav: DavWorld;
/** A member of the owner's space. */
let as: string;
let setRole: (role: Exclude<SpaceRole, 'owner'>) => Promise<void>;
beforeAll(async () => {
  dav = await startDavWorld();
  const { person } = await dav.world.addOwner();
  dav.admit(person);
  as = person.username;
  setRole = async (role) => {
    await dav.services.db
      .insertInto('member')
      .values({ space_id: dav.owner.spaceId, user_id: person.id, role, created_at: new Date() })
      .onConflict((row) => row.columns(['space_id', 'user_id']).doUpdateSet({ role }))
      .execute();
  };
});
afterAll(async () => {
  await dav[Symbol.asyncDispose]();
});

test('a contributor does not lock a space, and a role that ended keeps no lock', async () => {
  await setRole('contributor');
  expect(await dav.statusOf('LOCK', `${HOME}/`, { as, body: LOCK })).toBe(403);
  await setRole('editor');
  const locked = await dav.ask('LOCK', `${HOME}/`, { as, body: LOCK });
  const token = locked.headers.get('lock-token') ?? '';
  const refresh = { as, headers: { if: `(${token})` } };
  expect(await dav.statusOf('LOCK', `${HOME}/`, refresh)).toBe(200);
  await setRole('viewer');
  expect(await dav.statusOf('LOCK', `${HOME}/`, refresh)).toBe(403);
  expect(await dav.statusOf('PUT', `${HOME}/a.txt`, { body: 'a' })).toBe(423);
  expect(await dav.statusOf('UNLOCK', `${HOME}/`, { headers: { 'lock-token': token } })).toBe(204);
  expect(await dav.statusOf('PUT', `${HOME}/a.txt`, { body: 'a' })).toBe(201);
});

test('a contributor is refused a name that is taken unseen, as often as they send it', async () => {
  await setRole('contributor');
  await dav.statusOf('PUT', `${HOME}/scan.pdf`, { body: 'of the owner' });
  for (const name of ['scan.pdf', 'SCAN.pdf']) {
    expect(await dav.statusOf('PUT', `${HOME}/${name}`, { as, body: 'x' })).toBe(412);
    expect(await dav.statusOf('LOCK', `${HOME}/${name}`, { as, body: LOCK })).toBe(412);
  }
  expect(await dav.statusOf('GET', `${HOME}/scan%20(2).pdf`)).toBe(404);
  expect(await dav.statusOf('PUT', `${HOME}/own.pdf`, { as, body: 'x' })).toBe(201);
});

const patch = async (path: string, name: string, length: number): Promise<string> => {
  const prop = `<Z:${name}>${'x'.repeat(length)}</Z:${name}>`;
  const body = `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:z"><D:set><D:prop>${prop}</D:prop></D:set></D:propertyupdate>`;
  return await (await dav.ask('PROPPATCH', path, { body })).text();
};

test('the properties of an item have a size together, and are told where they are asked for', async () => {
  await dav.statusOf('MKCOL', `${HOME}/props`);
  await dav.statusOf('PUT', `${HOME}/props/a.txt`, { body: '' });
  expect(await patch(`${HOME}/props/a.txt`, 'one', 40_000)).toContain('200 OK');
  expect(await patch(`${HOME}/props/a.txt`, 'two', 40_000)).toContain('507 Insufficient Storage');
  expect(await patch(`${HOME}/props/a.txt`, 'two', 100)).toContain('200 OK');
  const find = async (names: string): Promise<string> => {
    const body = `<propfind xmlns="DAV:" xmlns:Z="urn:z">${names}</propfind>`;
    return await (await dav.ask('PROPFIND', `${HOME}/props`, { headers: { depth: '1' }, body })).text();
  };
  expect(await find('<prop><getetag/></prop>')).not.toContain('xxx');
  const named = await find('<prop><getetag/><Z:two/></prop>');
  expect([named.includes('x'.repeat(100)), named.includes('x'.repeat(101))]).toEqual([true, false]);
  expect(await find('<allprop/>')).toContain('x'.repeat(40_000));
});

const since = (seconds: number) => ({ 'if-modified-since': new Date(seconds * 1_000).toUTCString() });

test('a file that went back in time is sent again', async () => {
  const [newer, older] = [1_900_000_000, 1_800_000_000];
  for (const mtime of [newer, older]) {
    await dav.statusOf('PUT', `${HOME}/back.txt`, { body: 'x', headers: { 'x-oc-mtime': `${mtime}` } });
  }
  expect(await dav.statusOf('GET', `${HOME}/back.txt`, { headers: since(newer) })).toBe(200);
  expect(await dav.statusOf('GET', `${HOME}/back.txt`, { headers: since(older) })).toBe(304);
});

test('what has the name comes back after a fault', async () => {
  for (const name of ['from', 'kept']) await dav.statusOf('MKCOL', `${HOME}/${name}`);
  await dav.statusOf('MKCOL', `${HOME}/in`);
  await dav.statusOf('MKCOL', `${HOME}/in/kept`);
  const { db } = dav.services;
  await sql`alter table event add constraint no_moves check (verb <> 'node_moved') not valid`.execute(db);
  const headers = { destination: `${dav.url}${HOME}/kept` };
  expect(await dav.statusOf('MOVE', `${HOME}/in/kept`, { headers })).toBe(500);
  await sql`alter table event drop constraint no_moves`.execute(db);
  expect(await dav.statusOf('PROPFIND', `${HOME}/kept`, { headers: { depth: '0' } })).toBe(207);
  expect(await dav.statusOf('MOVE', `${HOME}/in/kept`, { headers })).toBe(204);
});
