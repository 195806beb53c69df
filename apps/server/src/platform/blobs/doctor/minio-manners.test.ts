// The embedded store imitates MinIO.
import { LIMITS } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FaultyProxy,
  type Passing,
  s3Error,
  startFaultyProxy,
} from '../../../live-store-faults.contract.ts';
import {
  BUCKET,
  CREDENTIAL,
  ORIGIN,
  REGION,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  type World,
} from '../../../live.world.ts';
import { examineStore } from './examine-store.ts';
import { planBrowserProbes } from './browser-plan.ts';
import type { ExaminedStore } from './probe.ts';

let world: World;
let store: StoreWorld;
let proxy: FaultyProxy;
let examined: ExaminedStore;

beforeAll(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
  proxy = await startFaultyProxy(store.url);
  const access = { endpoint: proxy.url, region: REGION, ...CREDENTIAL, forcePathStyle: true };
  const clock = { now: () => new Date() };
  const partBytes = LIMITS.partSizeMinBytes;
  examined = {
    ...access,
    publicEndpoint: proxy.url,
    bucket: BUCKET,
    prefix: 'p',
    pageOrigin: ORIGIN,
    clock,
    partBytes,
  };
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** MinIO does not support the rule for unfinished uploads. */
function plantMinio(
  more: (request: Passing) => ReturnType<typeof s3Error> | undefined = () => undefined,
): void {
  proxy.plant({
    before: (request) =>
      request.url.searchParams.has('lifecycle')
        ? s3Error(404, 'NoSuchLifecycleConfiguration')
        : more(request),
    after: (_, answer) => {
      answer.headers['server'] = 'MinIO';
    },
  });
}

test('that it needs no rule for unfinished uploads is no fault; how long it waits for them is said', async () => {
  plantMinio();
  const { diagnoses } = await examineStore(examined, 'full');
  expect(diagnoses.map(({ code, severity }) => [code, severity])).toEqual([
    ['fine', 'ok'],
    ['unfinished_ends', 'ok'],
  ]);
  expect(diagnoses[1]?.fix).toContain('MINIO_API_STALE_UPLOADS_EXPIRY=192h');
});

test('access for pages is its own setting, which the server and the browser name', async () => {
  const setting = `MINIO_API_CORS_ALLOW_ORIGIN=${ORIGIN}`;
  plantMinio(({ method }) => (method === 'OPTIONS' ? s3Error(403, 'AccessForbidden') : undefined));
  const { diagnoses } = await examineStore(examined, 'fast');
  expect(diagnoses.map(({ code }) => code)).toEqual(['cors_missing']);
  expect(diagnoses[0]?.fix).toContain(setting);
  const [probe] = await planBrowserProbes(examined, 1);
  expect(probe?.diagnoses.unreachable.fix).toContain(setting);
  proxy.plant({});
  const [ordinary] = await planBrowserProbes(examined, 1);
  expect(ordinary?.diagnoses.unreachable.fix).toContain('aws s3api put-bucket-cors');
});

test.each([400, 403])(
  'signed headers that were lost on the way are no missing right, also where the refusal is %d',
  async (status) => {
    plantMinio(({ method, url }) =>
      method === 'PUT' &&
      url.searchParams.get('X-Amz-SignedHeaders')?.includes('x-amz-checksum-sha256') === true
        ? s3Error(status, 'AccessDenied')
        : undefined,
    );
    const { diagnoses } = await examineStore(examined, 'fast');
    expect(diagnoses.map(({ code }) => code)).toEqual(['headers_stripped']);
  },
);
