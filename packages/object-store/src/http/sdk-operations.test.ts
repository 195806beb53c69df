// Tests every operation and option of the SDK: the store must refuse unknown ones before it changes anything.
import * as sdk from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { BUCKET_ROUTES, OBJECT_ROUTES, SERVICE_ROUTES } from './operation-table.ts';
import { BUCKET, bytes, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore();
});
afterAll(() => store.close());

const KEPT = { Bucket: BUCKET, Key: 'kept' };
const BODY = bytes(2000);
const { $Command: _base, ...exported } = sdk;

interface Member {
  readonly name: string;
  readonly traits: Readonly<Record<string, unknown>>;
}

interface SdkOperation {
  readonly name: string;
  readonly members: readonly Member[];
  readonly send: (input: object) => Promise<object>;
}

// Schemas of the SDK: index 4 of an operation is its input; 4 and 5 of a structure are names and types.
const memberType = z.union([
  z.tuple([z.unknown(), z.union([z.number(), z.record(z.string(), z.unknown())])]).rest(z.unknown()),
  z.unknown().transform(() => [undefined, 0] as const),
]);
const structure = z
  .tuple([z.literal(3), z.string(), z.string(), z.unknown(), z.array(z.string()), z.array(memberType)])
  .rest(z.unknown());

function membersOf(command: { readonly schema?: unknown }): readonly Member[] {
  const operation = z.array(z.unknown()).parse(command.schema);
  const input = typeof operation[4] === 'function' ? (operation[4] as () => unknown)() : operation[4];
  const parsed = structure.safeParse(input);
  if (!parsed.success) return [];
  const [, , , , names, types] = parsed.data;
  return names.map((name, i) => {
    const traits = types[i]?.[1];
    return { name, traits: typeof traits === 'object' ? traits : {} };
  });
}

const OPERATIONS: readonly SdkOperation[] = Object.entries(exported)
  .filter(([name]) => name.endsWith('Command'))
  .map(([name, exportedValue]) => {
    const Command = exportedValue as unknown as new (
      input: object,
    ) => sdk.GetObjectCommand & {
      readonly schema?: unknown;
    };
    return {
      name: name.slice(0, -'Command'.length),
      members: membersOf(new Command(KEPT)),
      send: (input) => store.clientWith({ disableHostPrefix: true }).send(new Command(input)),
    };
  });

const KNOWN = new Map(
  [SERVICE_ROUTES, BUCKET_ROUTES, OBJECT_ROUTES]
    .flatMap((routes) => Object.values(routes))
    .map((route) => [route?.name ?? '', route]),
);

const REQUIRED: Readonly<Record<string, object>> = {
  CompleteMultipartUpload: { UploadId: 'a', MultipartUpload: { Parts: [{ PartNumber: 1, ETag: 'a' }] } },
  CopyObject: { CopySource: `${BUCKET}/kept` },
  CreateBucket: {},
  DeleteObjects: { Delete: { Objects: [{ Key: 'other' }] } },
  GetObjectAttributes: { ObjectAttributes: ['ETag'] },
  PutObject: { Body: 'changed' },
  PutBucketCors: { CORSConfiguration: { CORSRules: [] } },
  PutBucketLifecycleConfiguration: { LifecycleConfiguration: { Rules: [] } },
  PutObjectTagging: { Tagging: { TagSet: [] } },
  UploadPartCopy: { UploadId: 'a', PartNumber: 1, CopySource: `${BUCKET}/kept` },
  UploadPart: { UploadId: 'a', PartNumber: 1 },
};

async function stateOf(): Promise<object> {
  const { client } = store;
  const got = await client.send(new sdk.GetObjectCommand(KEPT));
  const body = await got.Body?.transformToByteArray();
  const { Contents } = await client.send(new sdk.ListObjectsV2Command({ Bucket: BUCKET }));
  const { TagSet } = await client.send(new sdk.GetObjectTaggingCommand(KEPT));
  const { Buckets } = await client.send(new sdk.ListBucketsCommand({}));
  const { Uploads } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket: BUCKET }));
  return { body, metadata: got.Metadata, type: got.ContentType, Contents, TagSet, Buckets, Uploads };
}

beforeEach(async () => {
  const put = { ...KEPT, Body: BODY, Metadata: { a: 'b' }, Tagging: 'x=y', ContentType: 'text/plain' };
  await store.client.send(new sdk.PutObjectCommand(put));
});

async function outcomeOf(sent: Promise<object>): Promise<{ readonly status: number; readonly code: string }> {
  try {
    await sent;
    return { status: 200, code: '' };
  } catch (error) {
    if (error instanceof sdk.S3ServiceException)
      return { status: error.$metadata.httpStatusCode ?? 0, code: error.name };
    throw error;
  }
}

const TEXT = '1';
const isInQuery = ({ traits, name }: Member): boolean =>
  traits['httpQuery'] !== undefined && name !== 'VersionId';

test('the SDK has all operations of the store, and more', () => {
  const names = OPERATIONS.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(100);
  expect([...KNOWN.keys()].filter((name) => !names.includes(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['PutObjectAnnotation', 'RenameObject', 'UpdateObjectEncryption']),
  );
});

const unknown = OPERATIONS.filter(({ name }) => !KNOWN.has(name));

test.each(unknown.map((operation) => [operation.name, operation] as const))(
  '%s, unknown to the store, is rejected and changes nothing',
  async (name, { send, members }) => {
    const before = await stateOf();
    const inQuery = Object.fromEntries(members.filter(isInQuery).map((member) => [member.name, TEXT]));
    const { status, code } = await outcomeOf(
      send({ ...inQuery, ...KEPT, RequestRoute: 'a', RequestToken: 'a' }),
    );
    const expected =
      name === 'WriteGetObjectResponse'
        ? { status: 400, code: 'InvalidBucketName' }
        : { status: 501, code: 'NotImplemented' };
    expect({ status, code }).toEqual(expected);
    expect(await stateOf()).toEqual(before);
  },
);

const options = OPERATIONS.flatMap((operation) => {
  const { name, members } = operation;
  if (!KNOWN.has(name)) return [];
  return members
    .map((member) => ({ member, sentAs: member.traits['httpHeader'] ?? member.traits['httpQuery'] }))
    .filter((option): option is { readonly member: Member; readonly sentAs: string } => {
      const { sentAs, member } = option;
      if (typeof sentAs !== 'string') return false;
      return member.traits['httpQuery'] !== undefined || sentAs.startsWith('x-amz-');
    })
    .map(
      ({ member, sentAs }) => [name, member.name, { ...operation, sentAs, traits: member.traits }] as const,
    );
});

function isAccepted(operation: string, sentAs: string): boolean {
  const route = KNOWN.get(operation);
  const accepted = [
    ...(route?.parameters ?? []),
    ...(route?.headers ?? []),
    'x-amz-request-payer',
    'x-amz-copy-source',
  ];
  return accepted.includes(sentAs.toLowerCase()) || accepted.includes(sentAs) || sentAs === 'uploadId';
}

test.each(options.filter(([name, , { sentAs }]) => !isAccepted(name, sentAs)))(
  '%s with %s, unknown to the store, is rejected and changes nothing',
  async (name, member, { send }) => {
    const before = await stateOf();
    const value = /time|since|date|expires/i.test(member)
      ? new Date(0)
      : /enabled|bypass/i.test(member)
        ? true
        : TEXT;
    const outcome = await outcomeOf(send({ ...KEPT, ...REQUIRED[name], [member]: value }));
    expect(outcome).toEqual({ status: 501, code: name.startsWith('Head') ? 'Unknown' : 'NotImplemented' });
    expect(await stateOf()).toEqual(before);
  },
);
