import { SERVER_LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { errorOf, startWorld, valueOf, type World } from '../../live.world.ts';
import { SEARCH_BURST } from './model.ts';
import { createPeopleSearch } from './search-people.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function named(name: string, status: 'active' | 'disabled' | 'removed' = 'active') {
  const { person } = await world.addOwner();
  await world.services.db.updateTable('user').set({ name, status }).where('id', '=', person.id).execute();
  return { ...person, name };
}

function searchWith(environment: Record<string, string> = {}) {
  const search = createPeopleSearch({ ...world.services, config: valueOf(parseConfig(environment)) });
  return async (...[actor, text]: [Parameters<typeof search>[0], string]) =>
    valueOf(await search(actor, { text })).items.map(({ name }) => name);
}

test('people are found by the beginning of a word of their name or address, and do not find themselves', async () => {
  const me = await named('Maya Lindqvist');
  const ruth = await named('Ruth Ökafor');
  await named('Ruth Gone', 'removed');
  await named('Ruth Disabled', 'disabled');
  const search = searchWith();
  expect(await search(me, 'ruth')).toEqual(['Ruth Ökafor']);
  expect(await search(me, 'ÖKA')).toEqual(['Ruth Ökafor']);
  expect(await search(me, ruth.email.toUpperCase())).toEqual(['Ruth Ökafor']);
  expect(await search(me, 'kafor'), 'the middle of a word matched').toEqual([]);
  expect(await search(me, 'example.org'), 'the end of an address matched').toEqual([]);
  expect(await search(me, 'maya')).toEqual([]);
  for (const text of ['%%', '__', String.raw`\\`]) expect(await search(me, text)).toEqual([]);
});

test('a search answers a page at most', async () => {
  const me = await named('Me');
  for (let count = 0; count < SERVER_LIMITS.peopleFoundMax + 2; count += 1) await named(`Twin ${count}`);
  expect(await searchWith()(me, 'twin')).toHaveLength(SERVER_LIMITS.peopleFoundMax);
});

test('with open sign-up, only a whole address finds a person', async () => {
  const [me, tom] = [await named('Me'), await named('Tomás Herrera')];
  const search = searchWith({
    COFFER_POOL_ID: 'eu-west-1_abc',
    COFFER_POOL_CLIENT_ID: 'client',
    COFFER_SIGN_IN: 'sign-up',
  });
  expect(await search(me, 'tom')).toEqual([]);
  expect(await search(me, tom.email.slice(0, -1))).toEqual([]);
  expect(await search(me, tom.email)).toEqual(['Tomás Herrera']);
});

test('one account cannot list all others quickly', async () => {
  const [me, other] = [await named('Me'), await named('Other')];
  const search = createPeopleSearch({ ...world.services, config: valueOf(parseConfig({})) });
  for (let count = 0; count < SEARCH_BURST; count += 1) {
    expect((await search(me, { text: 'aa' })).ok).toBe(true);
  }
  expect(errorOf(await search(me, { text: 'aa' }))).toEqual({
    code: 'rate_limited',
    facts: { retry_after: 1 },
  });
  expect((await search(other, { text: 'aa' })).ok).toBe(true);
  world.clock.advance(SECOND_MS);
  expect((await search(me, { text: 'aa' })).ok).toBe(true);
});
