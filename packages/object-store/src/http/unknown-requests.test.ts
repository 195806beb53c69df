import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DirectStore, openDirectStore } from '../testing/direct-store.world.ts';

let store: DirectStore;
beforeEach(async () => {
  store = await openDirectStore();
  await store.send('PUT', 'kept', { body: Buffer.from('content') });
});
afterEach(() => store.close());

const contentOf = async (): Promise<string> => {
  const answer = await store.send('GET', 'kept');
  return answer.status === 200 ? (await answer.body()).toString() : `status ${answer.status}`;
};

test.each([
  ['a parameter that does not exist', 'PUT', { query: [['invented', '']] }, 'Parameter'],
  ['the name of another operation', 'PUT', { query: [['x-id', 'RenameObject']] }, 'Parameter'],
  ['a parameter of another operation', 'DELETE', { query: [['partNumber', '1']] }, 'Parameter'],
  ['a subresource that only buckets have', 'DELETE', { query: [['cors', '']] }, 'Parameter'],
  [
    'a header in the query of a request that is signed in its headers',
    'PUT',
    { query: [['x-amz-acl', 'private']] },
    'Parameter',
  ],
  ['a header that does not exist', 'PUT', { headers: { 'x-amz-invented': '1' } }, 'Header'],
  ['a header of another operation', 'DELETE', { headers: { 'x-amz-copy-source': '/files/kept' } }, 'Header'],
  ['a method that no operation has', 'PATCH', {}, 'Method'],
] as const)('%s is rejected by name and changes nothing', async (...[, method, request, named]) => {
  const { query, headers } = { query: [], headers: {}, ...request };
  const answer = await store.send(method, 'kept', { query, headers, body: Buffer.from('changed') });
  expect(answer.status).toBe(501);
  const document = (await answer.body()).toString();
  expect(document).toContain('<Code>NotImplemented</Code>');
  expect(document).toContain(`<${named}>`);
  expect(await contentOf()).toBe('content');
});

test('the name of the operation itself is accepted, as SDKs send it', async () => {
  const put = await store.send('PUT', 'kept', { query: [['x-id', 'PutObject']], body: Buffer.from('new') });
  expect(put.status).toBe(200);
  expect(await contentOf()).toBe('new');
});

test('a method that S3 supports, but not for an object alone, is not allowed', async () => {
  expect((await store.send('POST', 'kept')).status).toBe(405);
});

test.each(['private', 'bucket-owner-read', 'bucket-owner-full-control'])(
  'the canned ACL %s grants no one else access and is accepted',
  async (acl) => {
    const answer = await store.send('PUT', 'kept', {
      headers: { 'x-amz-acl': acl },
      body: Buffer.from('new'),
    });
    expect(answer.status).toBe(200);
  },
);

test.each(['public-read', 'public-read-write', 'authenticated-read', 'aws-exec-read', 'log-delivery-write'])(
  'the canned ACL %s grants access to others and is rejected',
  async (acl) => {
    const answer = await store.send('PUT', 'kept', {
      headers: { 'x-amz-acl': acl },
      body: Buffer.from('new'),
    });
    expect(answer.status).toBe(501);
    expect(await contentOf()).toBe('content');
  },
);
