import type { TokenScope } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokenLimit, findTokenActor } from '../../src/features/tokens/index.ts';
import { hashToken, newTokenSecret } from '../../src/features/tokens/secrets.ts';
import { type DavWorld, startDavWorld } from '../../src/features/webdav/dav.world.ts';

let dav: DavWorld;
beforeAll(async () => {
  dav = await startDavWorld({
    signIn: (services) => {
      const needs = { ...services, wrongTokens: createTokenLimit(services) };
      return async (given) => await findTokenActor(needs, given);
    },
  });
});
afterAll(async () => {
  await dav[Symbol.asyncDispose]();
});

async function makeToken(scopes: readonly TokenScope[]): Promise<string> {
  const { db, clock, newId } = dav.services;
  const secret = newTokenSecret();
  const now = clock.now();
  await db
    .insertInto('api_token')
    .values({
      id: newId(),
      user_id: dav.owner.person.id,
      label: 'drive',
      hash: hashToken(secret),
      scopes: [...scopes],
      created_at: now,
      expires_at: new Date(now.getTime() + DAY_MS),
      last_used_at: null,
    })
    .execute();
  return secret;
}

async function statusOf(method: string, username: string, secret: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;
  const headers = { authorization, depth: '0', cookie: 'coffer_session=of-somebody' };
  const answer = await fetch(`${dav.url}/dav/Personal/new`, { method, headers });
  await answer.arrayBuffer();
  return answer.status;
}

test('an API token opens the drive of its owner within its scopes, until it ends', async () => {
  const { username, email } = dav.owner.person;
  const both = await makeToken(['files:read', 'files:write']);
  expect(await statusOf('MKCOL', username, both)).toBe(201);
  expect(await statusOf('PROPFIND', email.toUpperCase(), both)).toBe(207);
  const reading = await makeToken(['files:read']);
  expect(await statusOf('PROPFIND', '', reading)).toBe(207);
  expect(await statusOf('DELETE', username, reading)).toBe(403);
  const writing = await makeToken(['files:write']);
  expect(await statusOf('PROPFIND', username, writing)).toBe(403);
  expect(await statusOf('PROPFIND', 'somebody-else', both)).toBe(401);
  expect(await statusOf('PROPFIND', username, newTokenSecret())).toBe(401);
  expect(await statusOf('PROPFIND', username, '')).toBe(401);
  dav.world.clock.advance(DAY_MS);
  expect(await statusOf('PROPFIND', username, both)).toBe(401);
});
