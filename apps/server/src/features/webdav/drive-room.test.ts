// The disk of the server, and what a single request may cost.
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { CAN_MOUNT, mountSmallDisk } from '@coffer/testing/small-disk';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DavWorld, startDavWorld } from './dav.world.ts';

const HOME = '/dav/Personal';
const disk = {
  isFull: false,
  released: 0,
  release: async () => {
    disk.released += 1;
    await Promise.resolve();
  },
};

let dav: DavWorld;
beforeAll(async () => {
  dav = await startDavWorld({ disk });
});
beforeEach(() => {
  disk.isFull = false;
  disk.released = 0;
});
afterAll(async () => {
  await dav[Symbol.asyncDispose]();
});

test('on a full disk nothing new is stored, and items are still deleted', async () => {
  await dav.statusOf('PUT', `${HOME}/a.txt`, { body: 'x' });
  disk.isFull = true;
  const headers = { destination: `${dav.url}${HOME}/b.txt` };
  for (const method of ['PUT', 'MKCOL', 'COPY', 'PROPPATCH', 'LOCK']) {
    expect(await dav.statusOf(method, `${HOME}/a.txt`, { headers })).toBe(507);
  }
  expect(await dav.statusOf('GET', `${HOME}/a.txt`)).toBe(200);
  expect(await dav.statusOf('MOVE', `${HOME}/a.txt`, { headers })).toBe(201);
  expect(await dav.statusOf('DELETE', `${HOME}/b.txt`)).toBe(204);
});

test('a database that is full frees its reserve', async () => {
  const { db } = dav.services;
  await sql`create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'no space left' using errcode = '53100'; end $$`.execute(db);
  await sql`create trigger disk_full before insert on node execute function disk_full()`.execute(db);
  expect(await dav.statusOf('MKCOL', `${HOME}/full`)).toBe(507);
  await sql`drop trigger disk_full on node`.execute(db);
  expect(disk.released).toBe(1);
});

test.skipIf(!CAN_MOUNT)(
  'a body of unknown length that fills the temporary folder is refused (needs root)',
  async () => {
    await using small = mountSmallDisk(2 * MIB);
    vi.stubEnv('TMPDIR', small.path);
    try {
      const sent = async (sizeBytes: number) =>
        await dav.statusOf('PUT', `${HOME}/spooled.bin`, {
          body: new Blob([new Uint8Array(sizeBytes)]).stream(),
          duplex: 'half',
        });
      expect(await sent(4 * MIB)).toBe(507);
      expect(disk.released).toBe(1);
      expect(await dav.statusOf('GET', `${HOME}/spooled.bin`)).toBe(404);
      expect(await sent(MIB), 'the folder has its room again').toBe(201);
      expect(disk.released).toBe(1);
    } finally {
      vi.unstubAllEnvs();
    }
  },
);

async function* slowly(until: Promise<void>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('<propfind xmlns="DAV:">');
  await until;
  yield Buffer.from('<allprop/></propfind>');
}

test('requests of a person that carry no file take turns', async () => {
  const gate = Promise.withResolvers<void>();
  const headers = { depth: '0' };
  const slow = Array.from(
    { length: SERVER_LIMITS.callsInFlightPerson },
    async () =>
      await dav.statusOf('PROPFIND', HOME, {
        headers,
        body: ReadableStream.from(slowly(gate.promise)),
        duplex: 'half',
      }),
  );
  await sleep(300);
  const next = dav.statusOf('PROPFIND', HOME, { headers });
  expect(await Promise.race([next, sleep(300, 'waits')])).toBe('waits');
  gate.resolve();
  expect(new Set(await Promise.all([...slow, next]))).toEqual(new Set([207]));
});

test('an If header names few resources', async () => {
  await dav.statusOf('PUT', `${HOME}/if.txt`, { body: 'x' });
  const header = (count: number): string =>
    Array.from({ length: count }, (_, at) => `<${HOME}/${at}> (Not <urn:x>)`).join(' ');
  expect(await dav.statusOf('PUT', `${HOME}/if.txt`, { body: 'y', headers: { if: header(10) } })).toBe(204);
  expect(await dav.statusOf('PUT', `${HOME}/if.txt`, { body: 'y', headers: { if: header(11) } })).toBe(400);
});
