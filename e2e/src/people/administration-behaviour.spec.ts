// What happens when somebody is faster than the server, or pages through a list by keyboard.
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { Person } from '../person.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

const running = new AsyncDisposableStack();
let coffer: CofferProcess;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const data = running.use(await createDataFolder('administration-behaviour'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await signInInBrowser(page, coffer, ADMINISTRATOR);
});

test.afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** Holds calls of this method and path until the returned function is called. */
async function hold(method: string, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/api/v1${path}`, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

test('settings that are changed while another one is saved keep focus and keys, and are saved too', async () => {
  await page.goto(`${coffer.url}/admin/settings`);
  const trash = page.getByRole('textbox', { name: 'Trash', exact: true });
  await trash.fill('14');
  const release = await hold('PATCH', '/admin/settings');
  await page.keyboard.press('Tab');
  const next = page.locator('input:focus');
  await expect(next).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(next).toBeFocused();
  release();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(/: 50/)).toBeVisible();
  await page.reload();
  await expect(trash).toHaveValue('14');
  await expect(page.getByRole('textbox').nth(1)).toHaveValue('50');
});

test('a search without results is cleared, and the field keeps the focus', async () => {
  await page.goto(`${coffer.url}/admin/links?text=zzz`);
  const field = page.getByRole('searchbox', { name: 'Search links' });
  await field.focus();
  await expect(page.getByText('No link matches')).toBeVisible();
  const release = await hold('GET', '/admin/links?*');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(600);
  await expect(field).toBeFocused();
  release();
});

test('the pages of a list on the storage page are turned without losing the focus', async () => {
  await page.route('**/api/v1/admin/storage/spaces?*', async (route) => {
    const response = await route.fetch();
    const body: unknown = await response.json();
    await route.fulfill({ response, json: { ...(body as object), total: 45 } });
  });
  await page.goto(`${coffer.url}/admin/storage`);
  const next = page.getByRole('button', { name: 'Next' }).first();
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('21–40 of 45')).toBeVisible();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('41–45 of 45')).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toBeDisabled();
});

test('no invitations are sent after the dialog is gone, because their links would be lost', async () => {
  await page.goto(coffer.url);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('link', { name: 'People' })
    .click();
  const release = await hold('POST', '/admin/people/invitations');
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/admin/people/invitations')) calls += 1;
  });
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const addresses = Array.from({ length: 120 }, (_, index) => `guest-${index}@example.org`);
  await page.getByRole('textbox', { name: 'Addresses' }).fill(addresses.join('\n'));
  await page.getByRole('button', { name: 'Invite 120 people' }).click();
  await expect.poll(() => calls).toBe(1);
  await page.goBack();
  const answer = page.waitForResponse('**/admin/people/invitations');
  release();
  await answer;
  await page.waitForTimeout(1_000);
  expect(calls).toBe(1);
});

test('a session that cannot be read once keeps the page and what is typed in it', async () => {
  const other = await page.context().newPage();
  await other.goto(`${coffer.url}/settings/profile`);
  await page.goto(`${coffer.url}/admin/people`);
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const field = page.getByRole('textbox', { name: 'Addresses' });
  await field.fill('half typed');
  let refused = 0;
  await page.route('**/api/v1/session', async (route) => {
    refused += 1;
    await route.fulfill({ status: 503, body: '' });
  });
  await other.evaluate(() => new BroadcastChannel('coffer').postMessage('signed_in'));
  await expect.poll(() => refused).toBeGreaterThanOrEqual(1);
  await page.waitForTimeout(5_000);
  await expect(field).toHaveValue('half typed');
  await other.close();
});

test('a member that is removed gives the focus to the next one', async () => {
  const ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const names = ['Ruth', 'Wren'];
  const people = names.map((name) => ({ email: `${name.toLowerCase()}@example.org`, name }));
  const { items } = await ada.call('invitePeople', { body: { people, role: 'member' } });
  for (const [index, item] of items.entries()) {
    const code = item.ok ? (item.link.url.split('#')[1] ?? '') : '';
    const body = { code, name: names[index] ?? '', password: 'Three-French-Hens-3' };
    await new Person(coffer.url).call('acceptInvitation', { body });
    const guest = new Person(coffer.url);
    await guest.signIn(item.email, body.password);
  }
  const group = await ada.call('createGroup', { body: { name: 'Design' } });
  const found = await ada.call('listAdminPeople', {});
  const personIds = found.items.flatMap((item) =>
    'id' in item && names.includes(item.name) ? [item.id] : [],
  );
  await ada.call('addGroupMembers', { params: { groupId: group.id }, body: { personIds } });
  await page.goto(`${coffer.url}/admin/groups/${group.id}`);
  await page.getByRole('button', { name: 'Remove Ruth' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Ruth' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove Wren' })).toBeFocused();
});

test('an undo that comes too late says so, on whatever page', async () => {
  const ada = new Person(coffer.url);
  const { person } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const messages = page.getByRole('region', { name: 'Messages' });
  await test.step('a setting that somebody else has changed since stays', async () => {
    await page.goto(`${coffer.url}/admin/settings`);
    const trash = page.getByRole('textbox', { name: 'Trash', exact: true });
    await trash.fill('21');
    await page.keyboard.press('Enter');
    await expect(messages.getByText(/: 21/)).toBeVisible();
    const { revision } = await ada.call('getSettings');
    await ada.call('changeSettings', { revision, body: { trashDays: 60 } });
    await messages.getByRole('button', { name: 'Undo' }).click();
    await expect(messages.getByText('Someone else changed this in the meantime.')).toBeVisible();
    await expect(trash).toHaveValue('60');
  });
  await test.step('a member does not come back into a group that is deleted', async () => {
    const group = await ada.call('createGroup', { body: { name: 'Short-lived' } });
    await ada.call('addGroupMembers', { params: { groupId: group.id }, body: { personIds: [person.id] } });
    await page.goto(`${coffer.url}/admin/groups/${group.id}`);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Remove / })
      .click();
    const undo = messages.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    await ada.call('deleteGroup', { params: { groupId: group.id } });
    await undo.click();
    await expect(undo).toHaveCount(0);
    await expect(messages).not.toHaveText('');
  });
});

test('a newer invitation that is opened in the same tab counts, and a reload asks for it again', async ({
  browser,
}) => {
  const ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const people = ['Gil', 'Lark'].map((name) => ({ email: `${name.toLowerCase()}@example.org`, name }));
  const { items } = await ada.call('invitePeople', { body: { people, role: 'member' } });
  const guest = await (await browser.newContext()).newPage();
  for (const [index, item] of items.entries()) {
    const code = item.ok ? (item.link.url.split('#')[1] ?? '') : '';
    await guest.goto(`${coffer.url}/join#${code}`);
    await expect(guest.getByLabel('Your name')).toHaveValue(people[index]?.name ?? '');
    await expect(guest).toHaveURL(`${coffer.url}/join`);
  }
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Open the link again' })).toBeVisible();
  await guest.context().close();
});

test('an export of the audit trail that is refused says so', async () => {
  await page.goto(`${coffer.url}/admin/audit`);
  await expect(page.getByRole('table')).toBeVisible();
  await page.route('**/api/v1/admin/audit?*', async (route) => await route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Whole trail as a table (CSV)' }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).not.toHaveText('');
});

test('files that are uploaded from the button of an empty folder give the focus to the list', async () => {
  await page.goto(coffer.url);
  const button = page.getByRole('main').getByRole('button', { name: 'Upload files' }).last();
  await button.focus();
  // The dialog of the system gives the focus back to the button.
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('north gate') };
  await page.getByLabel('Upload files').setInputFiles(file);
  await expect(page.getByRole('row', { name: 'notes.txt' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null))
    .toBe(true);
});
