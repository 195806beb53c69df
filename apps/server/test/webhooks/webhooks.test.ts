import { LIMITS, operations, SpaceId, WEBHOOK_EVENTS, SERVER_LIMITS } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../src/live.world.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { changeWebhook, deleteWebhook, replaceSecret } from '../../src/features/webhooks/change-webhook.ts';
import { createWebhook, listWebhooks } from '../../src/features/webhooks/create-webhook.ts';
import { listDeliveries, sendAgain } from '../../src/features/webhooks/list-deliveries.ts';
import type { WebhookNeeds } from '../../src/features/webhooks/needs.ts';
import { createTestLimit, testWebhook } from '../../src/features/webhooks/test-webhook.ts';
import { actorOf, webhookServices } from './webhooks.world.ts';

let world: World;
let services: WebhookNeeds;
beforeAll(async () => {
  world = await startWorld();
  services = webhookServices(world);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const NEW = { url: 'https://hooks.example.org/1?key=hidden', label: '', events: ['file.added' as const] };

test('managers see and change the webhooks of their space; to all others there are none', async () => {
  const { owner, spaceId, add } = await makeTeam(world);
  const manager = await add('manager');
  const { webhook } = valueOf(await createWebhook(services, actorOf(owner), { ...NEW, spaceId }));
  expect(webhook).toMatchObject({ owner: { id: owner.id }, spaceId, url: NEW.url });
  expect(valueOf(await listWebhooks(services, actorOf(manager), spaceId)).items).toEqual([webhook]);

  const { person: stranger } = await world.addOwner();
  const lesser = await Promise.all((['viewer', 'contributor', 'editor'] as const).map(add));
  const administrator = { ...stranger, role: 'administrator' as const };
  for (const actor of [...lesser, stranger, administrator].map((person) => actorOf(person))) {
    const isIn = lesser.some(({ id }) => id === actor.person.id);
    const code = isIn ? 'not_allowed' : 'space_not_found';
    expect(errorOf(await listWebhooks(services, actor, spaceId)).code).toBe(code);
    expect(errorOf(await createWebhook(services, actor, { ...NEW, spaceId })).code).toBe(code);
    const webhookId = webhook.id;
    const tests = createTestLimit(services);
    const tries = [
      changeWebhook(services, actor, { webhookId, change: { isPaused: true }, revision: 0 }),
      deleteWebhook(services, actor, webhookId),
      replaceSecret(services, actor, webhookId),
      testWebhook({ ...services, tests }, actor, webhookId),
      listDeliveries(services, actor, { webhookId, after: undefined, limit: 1 }),
      sendAgain(services, actor, { webhookId, deliveryId: webhookId }),
    ];
    for (const tried of tries) expect(errorOf(await tried).code).toBe('webhook_not_found');
  }
  for (const person of [owner, stranger]) {
    expect(errorOf(await listWebhooks(services, actorOf(person), null)).code).toBe('not_allowed');
  }
});

test('those of all spaces are for administrators, and tokens need their scope for them', async () => {
  const { person } = await world.addOwner();
  const administrator = { ...person, role: 'administrator' as const };
  const { webhook } = valueOf(
    await createWebhook(services, actorOf(administrator), {
      ...NEW,
      spaceId: null,
      events: ['space.created'],
    }),
  );
  const readOnly = actorOf(administrator, ['admin:read', 'shares:write']);
  expect(
    valueOf(await listDeliveries(services, readOnly, { webhookId: webhook.id, after: undefined, limit: 1 })),
  ).toEqual({ items: [], next: null });
  expect(errorOf(await deleteWebhook(services, readOnly, webhook.id))).toMatchObject({
    code: 'scope_missing',
    facts: { scope: 'admin:write' },
  });
  valueOf(await deleteWebhook(services, actorOf(administrator, ['admin:write']), webhook.id));
});

test('a change needs the revision; who changes it becomes its owner; the trail names the host only', async () => {
  const { owner, spaceId, add } = await makeTeam(world);
  const manager = actorOf(await add('manager'));
  const { webhook, secret } = valueOf(await createWebhook(services, actorOf(owner), { ...NEW, spaceId }));
  const webhookId = webhook.id;
  const change = { url: 'https://other.example.org/2', isPaused: true };
  const refused = [undefined, 7].map((revision) =>
    changeWebhook(services, manager, { webhookId, change, revision }),
  );
  expect((await Promise.all(refused)).map((each) => errorOf(each).code)).toEqual([
    'revision_required',
    'revision_conflict',
  ]);
  const changed = valueOf(await changeWebhook(services, manager, { webhookId, change, revision: 0 }));
  expect(changed).toMatchObject({
    url: change.url,
    state: 'paused',
    pausedBecause: 'person',
    revision: 1,
    owner: { id: manager.person.id },
  });
  const raced = await Promise.all(
    [false, true].map((isPaused) =>
      changeWebhook(services, manager, { webhookId, change: { isPaused }, revision: 1 }),
    ),
  );
  expect(raced.filter(({ ok }) => ok).length).toBe(1);
  valueOf(await deleteWebhook(services, manager, webhookId));
  const rows = await world.services.db
    .selectFrom('audit')
    .select(['action', 'facts'])
    .orderBy('sequence')
    .execute();
  const own = rows.filter(({ action }) => action.startsWith('webhook_')).slice(-4);
  expect(own.map(({ action }) => action)).toEqual([
    'webhook_created',
    'webhook_changed',
    'webhook_changed',
    'webhook_deleted',
  ]);
  expect(own[0]?.facts).toMatchObject({ host: 'hooks.example.org', events: ['file.added'] });
  const kept = JSON.stringify([rows, world.lines]);
  expect(kept).not.toContain('hidden');
  expect(kept).not.toContain(secret.slice(6));
  const { rows: sealed } = { rows: await world.services.db.selectFrom('webhook').selectAll().execute() };
  expect(JSON.stringify(sealed)).not.toContain(secret.slice(6));
});

test('addresses that may not be called, and events of another kind, are refused', async () => {
  const { owner, spaceId } = await makeTeam(world);
  const issueOf = async (change: { readonly url?: string; readonly events?: unknown }) => {
    const parsed = operations.createWebhook.body.safeParse({ ...NEW, ...change });
    if (!parsed.success) return 'refused by the schema';
    const made = await createWebhook(services, actorOf(owner), { ...parsed.data, spaceId });
    return made.ok ? 'made' : errorOf(made).issues?.[0]?.code;
  };
  const urls = {
    'https://10.0.0.1/': 'address_internal',
    'https://[::1]/': 'address_internal',
    'https://2130706434/': 'address_internal',
    'http://hooks.example.org/': 'needs_https',
    'ftp://hooks.example.org/': 'refused by the schema',
    'https://user:password@hooks.example.org/': 'refused by the schema',
    'https://hooks.example.org/#part': 'refused by the schema',
    'javascript:alert(1)': 'refused by the schema',
    'https://': 'refused by the schema',
    '': 'refused by the schema',
    [`https://hooks.example.org/${'x'.repeat(LIMITS.webhookUrlLengthMax)}`]: 'refused by the schema',
  };
  for (const [url, issue] of Object.entries(urls))
    expect([url, await issueOf({ url })]).toEqual([url, issue]);
  expect(await issueOf({ events: [] })).toBe('refused by the schema');
  expect(await issueOf({ events: ['file.added', 'file.added'] })).toBe('refused by the schema');
  expect(await issueOf({ events: ['nothing.known'] })).toBe('refused by the schema');
  expect(await issueOf({ events: ['space.created'] })).toBe('wrong_format');
  expect(await issueOf({ events: WEBHOOK_EVENTS.filter((event) => event !== 'space.created') })).toBe('made');
});

test('a space has a limited number, also for racing calls, and tests are rare', async () => {
  const { owner, spaceId } = await makeTeam(world);
  const made = await Promise.all(
    Array.from({ length: LIMITS.webhooksPerSpaceMax + 3 }, () =>
      createWebhook(services, actorOf(owner), { ...NEW, spaceId: SpaceId.parse(spaceId) }),
    ),
  );
  expect(made.filter(({ ok }) => ok).length).toBe(LIMITS.webhooksPerSpaceMax);
  expect(made.filter(({ ok }) => !ok)[0]).toMatchObject({ error: { code: 'limit_reached' } });
  const [first] = valueOf(await listWebhooks(services, actorOf(owner), spaceId)).items;
  const nowhere = {
    ...services,
    guardedPost: {
      ...services.guardedPost,
      post: async () => Promise.resolve({ ok: false, error: 'timeout' } as const),
    },
  };
  const tests = createTestLimit(services);
  const codes: string[] = [];
  for (let count = 0; count <= SERVER_LIMITS.webhookTestsPerMinute; count += 1) {
    const tried = await testWebhook({ ...nowhere, tests }, actorOf(owner), first?.id ?? '');
    codes.push(tried.ok ? String(tried.value.fault) : tried.error.code);
  }
  expect(codes.slice(0, -1)).toEqual(
    Array.from({ length: SERVER_LIMITS.webhookTestsPerMinute }, () => 'timeout'),
  );
  expect(codes.at(-1)).toBe('rate_limited');
});
