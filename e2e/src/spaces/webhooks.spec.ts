// docs/decisions/0150-webhooks.md
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeId, SpaceId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const SPACE = 'Field team';

const running = new AsyncDisposableStack();
const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
const receiver = { url: '', status: 200 };
let coffer: CofferProcess;
let ada: Person;
let space: { readonly id: SpaceId; readonly rootId: NodeId };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function startReceiver(): Promise<void> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      received.push({ headers: Object.fromEntries(headers), body });
      response.writeHead(receiver.status).end(receiver.status === 200 ? 'Thank you' : 'Out of order');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

test.beforeAll(async () => {
  await startReceiver();
  const data: DataFolder = running.use(await createDataFolder('webhooks'));
  const environment = { ...data.environment, COFFER_WEBHOOK_NETWORKS: '127.0.0.1' };
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  space = await ada.call('createSpace', { body: { name: SPACE, description: '', color: 'green' } });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const addFolder = async (name: string) =>
  await ada.call('createFolder', { body: { parentId: space.rootId, name } });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

test('a manager lets a space tell another program, sees what came back, and sends it again', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/s/${space.id}`);
  await page.getByRole('button', { name: 'Space settings' }).click();
  await page.getByRole('button', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks' })).toBeVisible();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Enter an address that starts with https://.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://169.254.169.254/latest');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('This address is inside a private network.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('textbox', { name: 'Name (optional)' }).fill('Chat');
  await dialog.getByRole('group', { name: 'Members' }).getByLabel('All').check();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const made = page.getByRole('dialog', { name: 'Chat is ready' });
  const secret = await made.locator('pre').innerText();
  expect(secret).toMatch(/^whsec_[\w+/]+=*$/);
  await made.getByRole('button', { name: 'Done' }).last().click();

  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();

  const chat = card(page, 'Chat');
  await expect(chat).toContainText('Not used yet');
  await expect(chat).toContainText('Files and folders: all · Members: all');
  expect(await page.content()).not.toContain(secret);
  await chat.getByRole('button', { name: 'Send a test' }).click();
  await expect(chat.getByText('The test arrived')).toBeVisible();
  await expect(chat.getByText('Thank you')).toBeVisible();
  await expect(chat).toContainText('Works');

  await addFolder('Field notes');
  await expect.poll(() => received.length).toBe(2);
  const told = received[1];
  expect(new Webhook(secret).verify(told?.body ?? '', told?.headers ?? {})).toMatchObject({
    type: 'folder.added',
    space: { id: space.id, name: SPACE },
    node: { name: 'Field notes' },
  });

  receiver.status = 500;
  await addFolder('Lost');
  await expect(chat).toContainText('Retrying');
  await expect(chat).toContainText('1 delivery');
  receiver.status = 200;
  await chat.getByRole('button', { name: 'Show deliveries' }).click();
  const deliveries = chat.getByRole('list', { name: 'Deliveries' });
  await deliveries.locator('summary').filter({ hasText: 'Answered 500' }).click();
  await expect(deliveries).toContainText('"name":"Lost"');
  await expect(deliveries).toContainText('Out of order');
  await deliveries.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => received.at(-1)?.body.includes('"name":"Lost"')).toBe(true);
  await expect(chat).toContainText('Works');

  await chat.getByRole('button', { name: 'More actions for Chat' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(chat).toContainText('Nothing is sent until you resume it.');
  await chat.getByRole('button', { name: 'Resume' }).click();
  await expect(chat.getByText('Nothing is sent until you resume it.')).toBeHidden();
  await expect(chat.getByRole('button', { name: 'Send a test' })).toBeFocused();
  await chat.getByRole('button', { name: 'More actions for Chat' }).click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  const held = Promise.withResolvers<void>();
  await page.route(/\/webhooks\/[^/]+\/secret$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/webhooks\/[^/]+\/secret$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
  await asked;
  await page.keyboard.press('Escape');
  held.resolve();
  await expect(page.getByRole('dialog').locator('pre')).not.toHaveText(secret);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
  await expect(chat).toContainText('Valid until');

  await chat.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit webhook' });
  await edit.getByRole('textbox', { name: 'Name (optional)' }).fill('Talk');
  const moved = `${receiver.url}/moved`;
  const webhook = (await ada.call('listWebhooks', { params: { spaceId: space.id } })).items[0];
  if (webhook === undefined) throw new Error('no webhook');
  const { id: webhookId, revision } = webhook;
  await ada.call('changeWebhook', { params: { webhookId }, revision, body: { url: moved } });
  await expect(page.getByText(moved)).toBeAttached();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Someone else changed this in the meantime.')).toBeVisible();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(card(page, 'Talk')).toContainText(moved);

  await page.goto(`${coffer.url}/admin/webhooks`);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).last().click();
  const all = card(page, new URL(receiver.url).host);
  await expect(all).toContainText('Not used yet');
  const before = received.length;
  await addFolder('Confidential');
  await expect.poll(() => received.length).toBe(before + 2);
  expect(received.slice(before).filter(({ body }) => body.includes('Confidential')).length).toBe(1);
  await all.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

for (const locale of ['en', 'ar'] as const) {
  test(`webhooks have no accessibility problem (${locale})`, async ({ page }) => {
    test.setTimeout(360_000);
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'webhooks');
    await page.goto(`${coffer.url}/admin/webhooks`);
    await expect(page.getByRole('heading', { name: say('webhooks.none') })).toBeVisible();
    await see(`webhooks-none-${locale}`);
    await page.getByRole('button', { name: say('webhooks.add') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('webhooks.add') })
      .click();
    await expect(page.getByRole('dialog').getByText(say('webhooks.url.wrong'))).toBeVisible();
    await see(`webhooks-form-${locale}`);
    await page.goto(`${coffer.url}/webhooks/${space.id}`);
    await page
      .getByRole('button', { name: say('webhooks.test'), exact: true })
      .first()
      .click();
    await page.getByText(say('webhooks.test.taken')).waitFor();
    await page
      .getByRole('button', { name: say('webhooks.deliveries') })
      .first()
      .click();
    await page.locator('summary').first().click();
    await see(`webhooks-${locale}`);
    expect(findings).toEqual([]);
  });
}
