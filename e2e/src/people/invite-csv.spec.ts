import { readFile } from 'node:fs/promises';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const PEOPLE = 120;
const WRONG = ['kofi,Kofi,,,', 'boss@example.org,Boss,king,,', 'lots@example.org,Lots,,lots,'];

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('invite-csv'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  const ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await ada.call('createGroup', { body: { name: 'Design' } });
});

test.afterAll(async () => {
  await running.disposeAsync();
});

/** As a spreadsheet writes it: semicolons, and UTF-16 with its mark. */
function spreadsheet(prefix: string): Buffer {
  const right = Array.from(
    { length: PEOPLE },
    (_, index) => `${prefix}-${index}@example.org;Zoë ${index};${index === 0 ? 'auditor' : ''};20 GB;Design`,
  );
  const wrong = WRONG.map((line) => line.replaceAll(',', ';'));
  const lines = ['Email;Name;Role;Quota;Groups', ...wrong, ...right];
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`, 'utf16le');
}

async function choose(page: Page, dialog: Locator, prefix: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dialog.locator('button', { hasText: /CSV/ }).first().click();
  await (await chooser).setFiles({ name: 'team.csv', mimeType: 'text/csv', buffer: spreadsheet(prefix) });
}

test('a list of a spreadsheet is checked line by line, sent in parts, stopped, sent again and kept', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/admin/people`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  const form = page.getByRole('dialog', { name: 'Invite people' });
  const template = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Save template' }).click();
  expect(await readFile(await (await template).path(), 'utf8')).toContain('email,name,role,quota,groups');
  await choose(page, form, 'person');
  await expect(form.getByText(`${PEOPLE + WRONG.length} lines`)).toBeVisible();
  await expect(form.getByText('Unknown role: king')).toBeVisible();
  await expect(form.getByText('Invalid storage limit: lots')).toBeVisible();
  await expect(form.getByText('Not an email address')).toBeVisible();
  await expect(form.getByText('3 lines have a problem and are left out')).toBeVisible();
  await expect(form.getByText('Including 1 auditor')).toBeVisible();
  const first = form.getByRole('listitem').filter({ hasText: 'person-0@' });
  await expect(first).toContainText('Auditor');
  await expect(first).toContainText('20 GB');
  await expect(first).toContainText('Design');

  // The second part waits until the list was stopped.
  const asked = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/api/v1/admin/people/invitations', async (route) => {
    calls += 1;
    if (calls === 2) {
      asked.resolve();
      await stopped.promise;
    }
    await route.continue();
  });
  await form.getByRole('button', { name: `Invite ${PEOPLE} people` }).click();
  await asked.promise;
  await expect(page.getByRole('progressbar', { name: 'Inviting people' })).toHaveAttribute(
    'aria-valuetext',
    `50 of ${PEOPLE}`,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).last().click();
  stopped.resolve();
  const half = page.getByRole('dialog', { name: '100 people invited' });
  await expect(half.getByText('20 invitations not sent')).toBeVisible();
  await half.getByRole('button', { name: 'Send 20 more' }).click();
  const whole = page.getByRole('dialog', { name: `${PEOPLE} people invited` });
  const results = page.waitForEvent('download');
  await whole.getByRole('button', { name: 'Save results' }).click();
  const saved = await readFile(await (await results).path(), 'utf8');
  expect(saved.match(/\/join#/g)).toHaveLength(PEOPLE);
  await whole.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Invite people' }).click();
  await choose(page, form, 'person');
  await form.getByRole('button', { name: `Invite ${PEOPLE} people` }).click();
  const again = page.getByRole('dialog', { name: 'No one was invited' });
  await expect(again.getByText(`${PEOPLE} not invited`)).toBeVisible();
  await expect(again.getByText('This address already has an open invitation.').first()).toBeVisible();
});

for (const locale of ['en', 'ar'] as const) {
  test(`the list of a file has no accessibility problem (${locale})`, async ({ page }) => {
    test.setTimeout(180_000);
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'invite-csv');
    await page.goto(`${coffer.url}/admin/people`);
    await page.getByRole('button', { name: say('people.invite') }).click();
    await choose(page, page.getByRole('dialog'), locale);
    await expect(page.getByText(say('people.read.role', { detail: 'king' }))).toBeVisible();
    await see(`invite-csv-${locale}`);
    expect(findings).toEqual([]);
  });
}
