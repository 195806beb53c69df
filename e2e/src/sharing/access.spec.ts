// docs/decisions/0092-everybody-who-reaches-a-node.md
import type { NodeId, OperationResponse, UserId } from '@coffer/contracts';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };
const DAY_MS = 24 * 60 * 60_000;

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let owner: Person;
let rootId: NodeId;
let ruthId: UserId;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(150_000);

test.beforeAll(async () => {
  data = running.use(await createDataFolder('access'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const printed = await runPeople({ coffer, data }, ['invite', RUTH.email, '--name', RUTH.name]);
  const code = linkIn(printed).split('#')[1] ?? '';
  const { name, password } = RUTH;
  await new Person(coffer.url).call('acceptInvitation', { body: { code, name, password } });
  owner = new Person(coffer.url);
  rootId = (await owner.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).personalSpace.rootId;
  const found = (await owner.call('searchPeople', { query: { text: RUTH.email } })).items[0];
  if (found === undefined) throw new Error('Ruth is not found');
  ruthId = found.id;
});

test.afterAll(async () => {
  await running.disposeAsync();
});

async function folder(name: string, parentId = rootId): Promise<NodeId> {
  return (await owner.call('createFolder', { body: { parentId, name } })).id;
}

async function share(nodeId: NodeId, role: 'viewer' | 'editor'): Promise<void> {
  await owner.call('createGrants', { params: { nodeId }, body: { personIds: [ruthId], role } });
}

async function pageOf(
  browser: Browser,
  locale: 'en' | 'ar',
  who: Readonly<Record<'email' | 'password', string>> = ADMINISTRATOR,
): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.addInitScript(
    (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
    locale,
  );
  const say = wordsOf(locale);
  await page.goto(`${coffer.url}/sign-in`);
  await page.getByLabel(say('sign-in.name')).fill(who.email);
  await page.getByLabel(say('sign-in.password'), { exact: true }).fill(who.password);
  await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  return page;
}

test('from the details to the reason, changed in place while the other person reads why', async ({
  page: ada,
  browser,
}) => {
  const projects = await folder('Projects');
  const bridge = await folder('Bridge', projects);
  await share(projects, 'viewer');
  await signInInBrowser(ada, coffer);
  const ruth = await pageOf(browser, 'en', RUTH);

  await test.step('the details say how many, and lead to why', async () => {
    await ada.getByRole('row').filter({ hasText: 'Projects' }).focus();
    await ada.keyboard.press('i');
    const details = ada.getByRole('complementary', { name: /Projects/ });
    await expect(details.getByText('2 people')).toBeVisible();
    await details.getByRole('link', { name: 'Who and why' }).click();
    await expect(ada).toHaveURL(`${coffer.url}/nodes/${projects}/access`);
    await expect(ada.getByRole('heading', { level: 1, name: 'Who can see this' })).toBeFocused();
    await expect(ada.getByRole('heading', { level: 2, name: 'You own this' })).toBeVisible();
  });

  await test.step('Ruth reads only her own way', async () => {
    await ruth.goto(`${coffer.url}/nodes/${bridge}/access`);
    await expect(ruth.getByRole('heading', { level: 1, name: 'Why can I see this?' })).toBeVisible();
    await expect(ruth.getByRole('heading', { level: 2, name: 'You can view this' })).toBeVisible();
    await expect(ruth.getByText(`Shared by ${ADMINISTRATOR.name} on`)).toBeVisible();
    await expect(ruth.getByRole('list', { name: 'People with access' })).toHaveCount(0);
    await expect(ruth.getByRole('button', { name: 'Remove this access' })).toHaveCount(0);
  });

  await test.step('Ada sees the chain of Ruth, and changes it where it was given', async () => {
    await ada.goto(`${coffer.url}/nodes/${bridge}/access`);
    const people = ada.getByRole('list', { name: 'People with access' });
    await people.getByRole('link', { name: /Ruth Okafor/ }).click();
    await expect(ada).toHaveURL(`${coffer.url}/nodes/${bridge}/access?who=${ruthId}`);
    await expect(ada.getByRole('heading', { level: 2, name: 'Ruth Okafor can view this' })).toBeVisible();
    await expect(ada.getByText('Folder Projects', { exact: true })).toBeVisible();
    await ada.getByLabel('Access of Ruth Okafor').selectOption('editor');
    await expect(ada.getByRole('heading', { level: 2, name: 'Ruth Okafor can edit this' })).toBeVisible();
    await ruth.reload();
    await expect(ruth.getByRole('heading', { level: 2, name: 'You can edit this' })).toBeVisible();
  });

  await test.step('a search that fails keeps the field that is typed in', async () => {
    const people = `**/api/v1/nodes/${bridge}/access/people?*`;
    await ada.route(people, async (route) => {
      if (route.request().url().includes('q=')) return await route.abort();
      const response = await route.fetch();
      const body: unknown = await response.json();
      await route.fulfill({
        response,
        json: { ...(body as OperationResponse<'listAccessPeople'>), people: 9 },
      });
    });
    await ada.reload();
    const field = ada.getByRole('searchbox', { name: 'Find a person' });
    await field.fill('ruth');
    await expect(ada.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill('');
    await expect(ada.getByRole('link', { name: /Ruth Okafor/ })).toBeVisible();
    await ada.unrouteAll({ behavior: 'ignoreErrors' });
    await ada.reload();
  });

  await test.step('after removing, Ruth is notified; after undo, she is back', async () => {
    await ada.getByRole('button', { name: 'Remove this access' }).click();
    await expect(ada.getByText('Only you')).toBeVisible();
    await ruth.reload();
    await expect(ruth.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    await ada.getByRole('button', { name: 'Undo' }).click();
    await expect(ada.getByRole('heading', { level: 2, name: 'Ruth Okafor can edit this' })).toBeVisible();
    await ruth.reload();
    await expect(ruth.getByRole('heading', { level: 2, name: 'You can edit this' })).toBeVisible();
    await ada.goBack();
    await expect(ada.getByRole('heading', { level: 2, name: 'You own this' })).toBeVisible();
  });
  await ruth.context().close();
});

test('a manager sees the space as a member and as a guest do, and only looks', async ({
  page: ada,
  browser,
}) => {
  const space = await owner.call('createSpace', { body: { name: 'Atelier', color: 'green' } });
  const drawings = await folder('Drawings', space.rootId);
  await folder('Gates', drawings);
  await folder('Salaries', space.rootId);
  await owner.upload(drawings, 'counts.txt', Buffer.from('nine gates'));
  await share(drawings, 'viewer');
  await signInInBrowser(ada, coffer);

  await test.step('the shared folder is the top, and nothing next to it is visible', async () => {
    await ada.goto(`${coffer.url}/nodes/${drawings}/access?who=${ruthId}`);
    await ada.getByRole('button', { name: 'View as Ruth Okafor' }).click();
    await expect(ada.getByText('You see Atelier as Ruth Okafor does')).toBeVisible();
    await expect(ada.getByRole('heading', { level: 1, name: 'Drawings' })).toBeVisible();
    await expect(ada.getByRole('cell', { name: 'counts.txt' })).toBeVisible();
    await expect(ada.getByRole('link', { name: 'counts.txt' })).toHaveCount(0);
    await expect(ada.getByText('Salaries')).toHaveCount(0);
    await ada.getByRole('link', { name: 'Gates' }).click();
    await expect(ada.getByRole('heading', { level: 1, name: 'Gates' })).toBeVisible();
    await ada.goBack();
    await expect(ada.getByRole('heading', { level: 1, name: 'Drawings' })).toBeVisible();
    const field = ada.getByRole('main').getByRole('searchbox');
    await field.fill('counts');
    await expect(ada.getByRole('heading', { level: 1, name: 'Results for “counts”' })).toBeVisible();
    await expect(ada.getByRole('cell', { name: 'counts.txt' })).toBeVisible();
    await expect(field).toBeFocused();
    await field.clear();
  });

  const address = ada.url();
  await test.step('the viewing does not exist for the other person or in another session', async () => {
    const ruth = await pageOf(browser, 'en', RUTH);
    await ruth.goto(address);
    await expect(ruth.getByRole('heading', { level: 1, name: 'This view has ended' })).toBeVisible();
    await ruth.context().close();
  });

  await test.step('stopped, it is gone, and the audit trail knows of it', async () => {
    await ada.getByRole('button', { name: 'Stop' }).click();
    await expect(ada.getByRole('row').filter({ hasText: 'Salaries' })).toBeVisible();
    await ada.goto(address);
    await expect(ada.getByRole('heading', { level: 1, name: 'This view has ended' })).toBeVisible();
    await ada.goto(`${coffer.url}/admin/audit`);
    await expect(ada.getByText('viewed Atelier as Ruth Okafor')).toBeVisible();
  });
});

for (const locale of ['en', 'ar'] as const) {
  test(`the faces are without a fault in ${locale}`, async ({ browser }) => {
    const say = wordsOf(locale);
    const plans = await folder(`Plans ${locale}`);
    const { id: fileId } = await owner.upload(plans, 'Night count.md', Buffer.from('nine gates'));
    await share(plans, 'viewer');
    await share(fileId, 'editor');
    const expiresAt = new Date(Date.now() + 14 * DAY_MS).toISOString();
    const body = { label: 'Client draft', password: 'Nine-Ladies-9', expiresAt };
    await owner.call('createPublicLink', { params: { nodeId: plans }, body });
    const page = await pageOf(browser, locale);
    const { see, findings } = sightOf(page, locale === 'en' ? EVERY_LOOK : LOOKS.rightToLeft, 'access');

    await page.goto(`${coffer.url}/nodes/${fileId}/access`);
    await expect(page.getByText(say('access.link.named', { label: 'Client draft' }))).toBeVisible();
    await see(`${locale}-everyone`);
    await page.goto(`${coffer.url}/nodes/${fileId}/access?who=${ruthId}`);
    await expect(page.getByText(say('access.ways', { count: '2' }))).toBeVisible();
    await see(`${locale}-person`);
    await page.getByRole('link', { name: /Client draft/ }).click();
    await expect(page.getByRole('heading', { name: say('access.link.says.download') })).toBeVisible();
    await see(`${locale}-link`);
    await page.getByRole('button', { name: say('access.seeAs.guest') }).click();
    await expect(page.getByRole('cell', { name: 'Night count.md' })).toBeVisible();
    await see(`${locale}-see-as`);
    await page.getByRole('button', { name: say('seeAs.stop') }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    await page.goto(`${coffer.url}/nodes/${rootId}/access`);
    await expect(page.getByText(say('access.onlyYou'))).toBeVisible();
    await see(`${locale}-only-you`);
    await page.goto(`${coffer.url}/?select=${plans}`);
    await page
      .getByRole('row')
      .filter({ hasText: `Plans ${locale}` })
      .focus();
    await page.keyboard.press('i');
    await expect(page.getByRole('link', { name: say('details.access.why') })).toBeVisible();
    await see(`${locale}-details`);
    expect(findings).toEqual([]);
    await page.context().close();
  });
}
