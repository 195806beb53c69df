import { LIMITS, type Person } from '@coffer/contracts';
import { beforeAll, expect, test } from 'vitest';
import { uploaded } from '../../live-upload.contract.ts';
import { s3Error, startFaultyProxy } from '../../live-store-faults.contract.ts';
import {
  BUCKET,
  CREDENTIAL,
  errorOf,
  ORIGIN,
  type Owner,
  REGION,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live.world.ts';
import { examineStore } from '../../platform/blobs/doctor/examine-store.ts';
import { parseConfig } from '../../config/config.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { purgeTrash } from '../files/trash/purge-trash.ts';
import { examineRegularly, examineStorage, planProbes } from './examine-storage.ts';
import { getStorage } from './get-storage.ts';
import { startStorageWorld } from './storage.world.ts';

let world: World;
let store: StoreWorld;
let owner: Owner;
let auditor: Person;

beforeAll(async () => {
  const started = await startStorageWorld();
  ({ world, store, owner, auditor } = started);
  return async () => await started[Symbol.asyncDispose]();
});

const services = (environment: Record<string, string> = {}) => ({
  ...world.services,
  blobs: store.blobs,
  config: valueOf(parseConfig(environment)),
});

test("the doctor's findings are stored, and shown with the rest", async () => {
  expect(valueOf(await getStorage(services(), auditor)).examination).toBeNull();
  const examined = valueOf(await examineStorage(services(), auditor));
  expect(examined.diagnoses.map(({ code }) => code)).toEqual(['fine']);
  expect(examined.capabilities).toMatchObject({
    checksums: ['sha256', 'crc64nvme', 'md5'],
    conditionalWrite: true,
  });
  expect(valueOf(await getStorage(services(), auditor)).examination).toEqual(examined);
  await examineRegularly(services());
  expect(valueOf(await getStorage(services(), auditor)).examination?.diagnoses[0]?.code).toBe('fine');
  expect(JSON.stringify(world.lines)).not.toMatch(/X-Amz|secret/i);
});

test('what a whole examination found out outlives those that try less, with its own time', async () => {
  await using proxy = await startFaultyProxy(store.url);
  world.clock.set(new Date());
  const clock = { now: () => new Date(world.clock.now()) };
  const access = { region: REGION, bucket: BUCKET, prefix: 'doctored', ...CREDENTIAL, forcePathStyle: true };
  const partBytes = LIMITS.partSizeMinBytes;
  const patient = {
    ...access,
    partBytes,
    endpoint: proxy.url,
    publicEndpoint: proxy.url,
    pageOrigin: ORIGIN,
    clock,
  };
  const examine = async (depth: 'fast' | 'full', change: object = {}) =>
    await examineStore({ ...patient, ...change }, depth);
  const at = (change: object = {}) => ({
    ...services(),
    blobs: { ...store.blobs, examine: async (depth: 'fast' | 'full') => await examine(depth, change) },
  });
  const seen = async () => {
    const { examination } = valueOf(await getStorage(services(), auditor));
    return { ...examination, codes: examination?.diagnoses.map(({ code }) => code) };
  };
  proxy.plant({
    before: ({ method, url, body }) => {
      if (body.length > 1_000_000) return s3Error(413, 'EntityTooLarge');
      const isRule = method === 'GET' && url.searchParams.has('lifecycle');
      return isRule ? s3Error(404, 'NoSuchLifecycleConfiguration') : undefined;
    },
  });
  await examineRegularly(at());
  expect((await seen()).codes).toEqual(['fine']);
  expect((await seen()).capabilities?.multipart).toBeNull();
  expect((await seen()).tried).toMatchObject([
    { area: 'store', triedAt: expect.any(String) },
    { area: 'rules', triedAt: null },
    { area: 'parts', triedAt: null },
    { area: 'public', triedAt: expect.any(String) },
    { area: 'bodies', triedAt: null },
  ]);
  const wholeAt = clock.now().toISOString();
  const whole = valueOf(await examineStorage(at(), auditor));
  expect(whole.diagnoses.map(({ code }) => code)).toEqual(['body_limited', 'lifecycle_missing']);
  world.clock.advance(10_000);
  await examineRegularly(at());
  const after = await seen();
  expect(after.codes).toEqual(whole.diagnoses.map(({ code }) => code));
  expect(after.capabilities?.multipart).toBe(false);
  const [reach, rules, parts, open, bodies] = after.tried ?? [];
  for (const one of [rules, parts, bodies]) expect(one?.triedAt).toBe(wholeAt);
  for (const one of [reach, open]) expect(one?.triedAt).toBe(clock.now().toISOString());
  proxy.plant({});
  expect(valueOf(await examineStorage(at(), auditor)).capabilities.multipart).toBe(true);
  await examineRegularly(at({ prefix: 'elsewhere' }));
  expect((await seen()).capabilities?.multipart).toBeNull();
  world.clock.set(new Date());
});

test('the report counts everything stored, and the objects without a reference', async () => {
  const own = await world.addOwner();
  const GIB = 1024 ** 3;
  await uploaded(services(), own, { name: 'kept', bytes: Buffer.alloc(30, 1) });
  const gone = await uploaded(services(), own, { name: 'gone', bytes: Buffer.alloc(10, 1) });
  await trashNodes(services(), own.person, [gone.id]);
  world.clock.advance(31 * 24 * 60 * 60_000);
  await purgeTrash(services());
  const report = valueOf(await getStorage(services({ COFFER_STORE_PRICE: '2' }), auditor));
  expect(report.ledger).toMatchObject({
    files: { count: 1, bytes: 30 },
    held: { count: 1, bytes: 10 },
    reserved: { count: 0, bytes: 0 },
  });
  expect(report.cost).toEqual({
    pricePerGibMonth: 2,
    perMonth: (40 / GIB) * 2,
    wastedPerMonth: (10 / GIB) * 2,
  });
  expect(valueOf(await getStorage(services(), auditor)).cost).toBeNull();
  world.clock.set(new Date());
});

test('the probes for a browser do what they say, as they stand', async () => {
  const { probes } = valueOf(await planProbes(services(), auditor));
  expect(probes.map(({ name }) => name)).toEqual(['put', 'get', 'range', 'wrong_checksum', 'large']);
  for (const { method, url, headers, body, filler, expected } of probes) {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, origin: 'http://localhost:8420' },
      body: filler === null ? body : new Uint8Array(filler.sizeBytes).fill(filler.byte),
    });
    expect(expected.statuses).toContain(answer.status);
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase();
    for (const name of expected.exposed) expect(exposed).toContain(name);
    const text = await answer.text();
    expect(expected.body ?? text).toBe(text);
  }
  expect(probes.at(-1)?.filler?.sizeBytes).toBe(LIMITS.partSizeLargeBytes);
});

test('what a browser wrote is gone after the next examination, however little that tries', async () => {
  const { probes } = valueOf(await planProbes(services(), auditor));
  const [put] = probes;
  const large = probes.at(-1);
  for (const { url, headers, body } of [put, large].filter((each) => each !== undefined)) {
    const bytes = body ?? new Uint8Array(LIMITS.partSizeLargeBytes).fill(large?.filler?.byte ?? 0);
    expect((await fetch(url, { method: 'PUT', headers, body: bytes })).status).toBe(200);
  }
  const left = async () => {
    const heads = [put, large].map(async (probe) => {
      const key = new URL(probe?.url ?? '').pathname.slice(`/${BUCKET}/`.length);
      return valueOf(await store.blobs.head(key)) !== undefined;
    });
    return await Promise.all(heads);
  };
  expect(await left()).toEqual([true, true]);
  await examineRegularly(services());
  expect(await left()).toEqual([false, false]);
});

test('members cannot see the store', async () => {
  expect(errorOf(await getStorage(services(), owner.person)).code).toBe('not_allowed');
  expect(errorOf(await examineStorage(services(), owner.person)).code).toBe('not_allowed');
  expect(errorOf(await planProbes(services(), owner.person)).code).toBe('not_allowed');
});
