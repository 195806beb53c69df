import {
  type CORSRule,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  PutBucketCorsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CREDENTIAL, REGION, startStoreWorld, type StoreWorld, valueOf } from '../../live.world.ts';
import type { Log } from '../log/log.ts';
import { ensureBucket, ensureCors, ensureUnfinishedRule } from './s3-setup.ts';
import { s3Client } from './s3-client.ts';

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => quiet,
};

let store: StoreWorld;
let client: S3Client;
let setup: Parameters<typeof ensureCors>[0];
let buckets = 0;

beforeAll(async () => {
  store = await startStoreWorld(quiet);
  client = s3Client({ endpoint: store.url, region: REGION, ...CREDENTIAL, forcePathStyle: true });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  buckets += 1;
  setup = { client, bucket: `shared-${buckets}`, region: REGION, endpoint: store.url, log: quiet };
  valueOf(await ensureBucket(setup));
});

const ONE = { prefix: 'one/', origin: 'https://one.example' };
const OTHER = { prefix: 'other/', origin: 'https://other.example' };

async function corsRules(): Promise<readonly CORSRule[]> {
  const { CORSRules: rules = [] } = await client.send(new GetBucketCorsCommand({ Bucket: setup.bucket }));
  return rules;
}

async function putRules(rules: CORSRule[]): Promise<void> {
  await client.send(
    new PutBucketCorsCommand({ Bucket: setup.bucket, CORSConfiguration: { CORSRules: rules } }),
  );
}

async function isLetIn(origin: string): Promise<boolean> {
  const answer = await fetch(`${store.url}/${setup.bucket}/x`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PUT' },
  });
  return answer.headers.get('access-control-allow-origin') === origin;
}

const oldRule = (origin: string): CORSRule => ({
  ID: 'coffer',
  AllowedOrigins: [origin],
  AllowedMethods: ['GET', 'HEAD', 'PUT', 'POST'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
});

test('pages of both installations have access, however often either starts', async () => {
  for (const started of [ONE, OTHER, ONE, OTHER]) {
    await ensureCors(setup, started);
    expect(await isLetIn(started.origin)).toBe(true);
  }
  expect(await isLetIn(ONE.origin)).toBe(true);
  expect(await corsRules()).toHaveLength(2);
});

test('an installation that moves to another address updates its own rule, and no other', async () => {
  const moved = { ...ONE, origin: 'https://moved.example' };
  for (const started of [ONE, OTHER, moved]) await ensureCors(setup, started);
  expect(await isLetIn(moved.origin)).toBe(true);
  expect(await isLetIn(OTHER.origin)).toBe(true);
  expect(await isLetIn(ONE.origin)).toBe(false);
});

test('a rule with the old name is replaced if it belongs to this installation', async () => {
  await ensureCors(setup, ONE);
  const [{ ID: _, ...complete } = {}] = await corsRules();
  await putRules([{ ...oldRule(ONE.origin), ...complete, ID: 'coffer' }]);
  await ensureCors(setup, ONE);
  expect((await corsRules()).map(({ ID: id }) => id)).toEqual(['coffer:one']);
});

test('a rule with the old name of another installation stays, and so do foreign rules', async () => {
  const stranger = { ...oldRule('https://stranger.example'), ID: 'a stranger' };
  await putRules([oldRule(OTHER.origin), stranger]);
  await ensureCors(setup, ONE);
  expect((await corsRules()).map(({ ID: id }) => id)).toEqual(['coffer', 'a stranger', 'coffer:one']);
  for (const origin of [ONE.origin, OTHER.origin, 'https://stranger.example']) {
    expect(await isLetIn(origin)).toBe(true);
  }
});

test('unfinished uploads of both are ended by the store', async () => {
  for (const { prefix } of [ONE, OTHER, ONE, OTHER]) await ensureUnfinishedRule(setup, prefix);
  const { Rules: rules = [] } = await client.send(
    new GetBucketLifecycleConfigurationCommand({ Bucket: setup.bucket }),
  );
  expect(rules.map(({ Filter: filter }) => filter?.Prefix)).toEqual(['one/', 'other/']);
});
