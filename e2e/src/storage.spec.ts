import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { cutOff, judge, settle } from './judge-screens.ts';
import { Person } from './person.ts';
import { recordSaid } from './said.ts';
import { expectFiles, openFilesAs } from './sign-in/sign-in-steps.ts';
import { openStore, type StoreIntruder } from './store-client.ts';
import { wordsOf } from './words.ts';

const say = wordsOf('en');
const FILE = 'minutes.txt';
const OLD = Buffer.from('the first draft of the minutes');
const NEW = Buffer.from('the second draft of the minutes, which rots');
const ORPHAN = Buffer.from('an orphaned object');
/** The job runner polls every five seconds. */
const AT_WORK = { timeout: 120_000 };

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let store: StoreIntruder;
let ada: Person;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  data = running.use(await createDataFolder('storage'));
  coffer = running.use(
    await startCoffer({
      dataFolder: data.path,
      environment: { ...data.environment, COFFER_STORE_PRICE: '0.023' },
    }),
  );
  await welcome(coffer);
  store = await openStore(coffer, data);
  ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});

test.afterAll(async () => {
  await running.disposeAsync();
});

test('the doctor examines the store from the server and from the browser, and axe finds nothing', async ({
  page,
}) => {
  await openFilesAs(page, coffer);
  await page.getByRole('link', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'Storage', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Storage', level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'No scan yet' })).toBeVisible();
  const doctor = cardOf(page, 'Storage check');
  await doctor.getByRole('button', { name: 'Run check' }).click();
  await expect(doctor.getByText('Write an object as large as one part')).toBeVisible(AT_WORK);
  await expect(doctor.getByText('not checked yet', { exact: true })).toHaveCount(0, AT_WORK);
  await expect(doctor.getByText('Failed:')).toHaveCount(0);
  await expect(doctor.getByText('Passed:')).toHaveCount(5);
  await expect(doctor.getByText('All checks passed.')).toBeVisible();
  expect(await judgeLooks(page)).toEqual([]);
});

test('what is good to know is told without alarm, with how to set it otherwise', async ({ page }) => {
  await openFilesAs(page, coffer);
  const fix = 'mc admin config set ALIAS api stale_uploads_expiry=192h';
  await page.route('**/api/v1/admin/storage', async (route) => {
    const answer = await route.fetch();
    const report: { examination: { diagnoses: unknown[] } } = await answer.json();
    report.examination.diagnoses.push({ code: 'a_note', severity: 'ok', message: 'It ends uploads.', fix });
    await route.fulfill({ response: answer, json: report });
  });
  await page.goto(`${coffer.url}/admin/storage`);
  const doctor = cardOf(page, 'Storage check');
  const note = doctor.getByRole('listitem').filter({ hasText: 'a_note' });
  await expect(note).toContainText('Note:');
  await expect(note).toContainText('How to change');
  await expect(note).toContainText(fix);
  await expect(doctor.getByText('All checks passed.')).toBeVisible();
  await expect(doctor.getByText('How to fix')).toHaveCount(0);
  expect(await judgeLooks(page)).toEqual([]);
});

test('a fault is told with its code and with what mends it, ready to be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFilesAs(page, coffer);
  const fix = 'aws s3api put-bucket-cors --bucket coffer --cors-configuration file://cors.json';
  // The store works, so the browser's probe is broken on the way, as a proxy would.
  await page.route('**/probe/browser*', (route) => route.abort());
  await page.route('**/api/v1/admin/storage/probes', async (route) => {
    const answer = await route.fetch();
    const plan: { probes: { diagnoses: Record<string, unknown> }[] } = await answer.json();
    for (const { diagnoses } of plan.probes) {
      diagnoses['unreachable'] = { code: 'browser_blocked', severity: 'fail', message: 'Blocked.', fix };
    }
    await route.fulfill({ response: answer, json: plan });
  });
  await page.goto(`${coffer.url}/admin/storage`);
  const doctor = cardOf(page, 'Storage check');
  await doctor.getByRole('button', { name: 'Run check' }).click();
  await expect(doctor.getByText('browser_blocked')).toBeVisible(AT_WORK);
  await expect(doctor.getByText(fix)).toBeVisible();
  await expect(doctor.getByText('no response')).toHaveCount(1);
  await doctor.getByRole('button', { name: 'Copy fix for browser_blocked' }).click();
  await expect(page.getByText('Copied').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fix);
});

test('a survey finds what was planted, a repair puts it right, and the owner restores the older version', async ({
  page,
}) => {
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await ada.upload(personalSpace.rootId, FILE, OLD);
  const before = new Set(await store.keys());
  const said = await recordSaid(page);
  await openFilesAs(page, coffer);
  await replaceInBrowser(page);
  const [lost] = (await store.keys()).filter((key) => !before.has(key));
  if (lost === undefined) throw new Error('the new version has no object');
  const orphan = await store.plant(ORPHAN);
  await store.remove(lost);

  const seeAtWork = await holdEndOfSurvey(page);
  await page.goto(`${coffer.url}/admin/storage`);
  const ledger = cardOf(page, 'Consistency scan');
  await ledger.getByRole('button', { name: 'Run a scan' }).click();
  await expect(ledger.getByRole('progressbar', { name: 'Scan' })).toBeVisible();
  seeAtWork();
  await expect(ledger.getByText('2 issues found')).toBeVisible(AT_WORK);
  await expect.poll(() => said('polite')).toContain('Scan complete: 2 issues');
  const findings = ledger.getByRole('list', { name: 'Issues' });
  await expect(findings.getByRole('listitem').filter({ hasText: lost })).toContainText('Missing');
  await expect(findings.getByRole('listitem').filter({ hasText: orphan })).toContainText('Unknown');
  await ledger.getByRole('button', { name: 'Missing', exact: true }).click();
  await expect(findings.getByRole('listitem')).toHaveCount(1);
  expect(await judgeLooks(page)).toEqual([]);

  await ledger.getByRole('button', { name: 'Repair…' }).click();
  const dialog = page.getByRole('dialog', { name: 'What the repair does' });
  await expect(dialog.getByText('Quarantined for 14 days')).toBeVisible();
  await expect(dialog.getByText('Marks the version as damaged')).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start repair' }).click();
  await expect(ledger.getByText('2 issues repaired')).toBeVisible(AT_WORK);
  expect(await store.keys()).toContain(orphan);
  await expect(cardOf(page, 'Integrity checks').getByText('An earlier version is intact')).toBeVisible();
  await expect(cardOf(page, 'History').getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(FILE)).toHaveCount(0);

  await restoreAsOwner(page);
  expect((await ada.download((await fileOf()).id)).equals(OLD)).toBe(true);
});

/** A survey may finish before the first request. */
async function holdEndOfSurvey(page: Page): Promise<() => void> {
  const pattern = '**/api/v1/admin/storage';
  let isHeld = true;
  await page.route(pattern, async (route) => {
    const answer = await route.fetch();
    const report: { survey: { state: string } | null } = await answer.json();
    if (isHeld && report.survey?.state === 'done') report.survey.state = 'running';
    await route.fulfill({ response: answer, json: report });
  });
  return () => {
    isHeld = false;
  };
}

async function replaceInBrowser(page: Page): Promise<void> {
  const file = { name: FILE, mimeType: 'text/plain', buffer: NEW };
  await page.getByLabel('Upload files').setInputFiles(file);
  await page.getByRole('radio', { name: say('transfer.conflict.replace') }).check({ force: true });
  await page.getByRole('button', { name: say('transfer.conflict.apply') }).click();
  const tray = page.getByRole('region', { name: say('transfer.title') });
  await expect(page.getByRole('row', { name: `${FILE}, Text, ${NEW.length} bytes` })).toBeVisible();
  await tray.getByRole('button', { name: say('transfer.close') }).click();
}

async function restoreAsOwner(page: Page): Promise<void> {
  await page.goto(coffer.url);
  await expectFiles(page);
  const row = page.getByRole('row', { name: new RegExp(`^${FILE}, .*, damaged$`) });
  await expect(row.getByText('Damaged')).toBeVisible();
  expect(await judgeLooks(page)).toEqual([]);
  const dialog = page.getByRole('dialog', { name: `Versions of ${FILE}` });
  const list = page.url();
  await page.goto(`${list}/${(await fileOf()).id}/view`);
  await expect(dialog.getByText('The file is missing from storage.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(list);
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The file is missing from storage.')).toBeVisible();
  expect(await judgeLooks(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore version 1' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Restored version 1 of ${FILE}`).first()).toBeVisible();
  await expect(page.getByText('Damaged')).toHaveCount(0);
}

test('a receipt is saved from the details, and verifies by the published key', async ({ page }) => {
  await openFilesAs(page, coffer);
  await page.getByRole('button', { name: `Actions for ${FILE}` }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${FILE}.receipt.json`);
  const receipt: Record<'protected' | 'payload' | 'signature', string> = JSON.parse(
    await readFile(await download.path(), 'utf8'),
  );
  const published = await fetch(`${coffer.url}/.well-known/coffer-receipts.json`);
  const { keys }: { keys: Record<string, string>[] } = await published.json();
  const isValid = keys.some((key) =>
    verify(
      null,
      Buffer.from(`${receipt.protected}.${receipt.payload}`),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(receipt.signature, 'base64url'),
    ),
  );
  expect(isValid).toBe(true);
  expect(JSON.parse(Buffer.from(receipt.payload, 'base64url').toString())).toMatchObject({
    name: FILE,
    number: 3,
    sizeBytes: OLD.length,
  });
});

test('where most of the store is unknown, the number has to be typed', async ({ page }) => {
  const keys: string[] = [];
  for (let count = 0; count < 101; count += 1) keys.push(await store.plant(Buffer.from(`${count}`)));
  await openFilesAs(page, coffer);
  await page.goto(`${coffer.url}/admin/storage`);
  const ledger = cardOf(page, 'Consistency scan');
  await ledger.getByRole('button', { name: 'Scan again' }).click();
  await expect(ledger.getByText('101 issues found')).toBeVisible(AT_WORK);
  const findings = ledger.getByRole('list', { name: 'Issues' });
  await expect(findings.getByRole('listitem')).toHaveCount(20);
  await ledger.getByRole('button', { name: 'Next' }).click();
  await expect(ledger.getByText('21–40 of 101')).toBeVisible();
  await ledger.getByRole('button', { name: 'Repair…' }).click();
  const dialog = page.getByRole('dialog', { name: 'What the repair does' });
  await dialog.getByRole('button', { name: 'Start repair' }).click();
  await expect(dialog.getByText('The number doesn’t match.')).toBeVisible();
  await dialog.getByLabel('type the number of objects').fill('101');
  await page.keyboard.press('Enter');
  await expect(ledger.getByText('101 issues repaired')).toBeVisible(AT_WORK);
  expect(await store.keys()).toEqual(expect.arrayContaining(keys));
});

test('auditors look and change nothing, members are told that it is not for them', async ({ page }) => {
  await openFilesAs(page, coffer);
  for (const role of ['auditor', 'member'] as const) {
    // There is no page for roles, so the session response is changed.
    await page.route('**/api/v1/session', async (route) => {
      const answer = await route.fetch();
      const session: { person: Record<string, unknown> } = await answer.json();
      await route.fulfill({ response: answer, json: { ...session, person: { ...session.person, role } } });
    });
    await page.goto(`${coffer.url}/admin/storage`);
    if (role === 'auditor') {
      await expect(cardOf(page, 'History').getByRole('list')).toBeVisible();
      await expect(page.getByText('Only administrators can run scans and repairs.')).toBeVisible();
      await expect(page.getByRole('button', { name: /[Ss]can|Repair/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Run check' })).toBeVisible();
    } else {
      await expect(
        page.getByRole('heading', { name: 'You don’t have access to this page', level: 1 }),
      ).toBeVisible();
      await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
      expect(await judge(page)).toEqual([]);
    }
    await page.unroute('**/api/v1/session');
  }
});

function cardOf(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title });
}

async function fileOf() {
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const { items } = await ada.call('listChildren', { params: { nodeId: personalSpace.rootId } });
  const file = items.find(({ name }) => name === FILE);
  if (file === undefined) throw new Error('the file is gone');
  return file;
}

async function judgeLooks(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize();
  const found: string[] = [];
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [320, 'light'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await settle(page);
    const findings = [...(await judge(page)), ...(await cutOff(page))];
    found.push(...findings.map((finding) => `${width}, ${colorScheme}: ${finding}`));
  }
  if (size !== null) await page.setViewportSize(size);
  return found;
}
