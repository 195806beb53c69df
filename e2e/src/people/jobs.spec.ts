// docs/decisions/0138-jobs-of-everybody.md
import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import type { AdminJobs, NodeId, OperationResponse, SpaceId } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import { createDataFolder, type DataFolder } from '../data-folder.ts';
import { ADMINISTRATOR, welcome } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { linkIn, runPeople } from '../people-command.ts';
import { Person } from '../person.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { wordsOf } from '../words.ts';

const RUTH = { name: 'Ruth Okafor', email: 'ruth@example.org', password: 'Three-French-Hens-3' };
const INES = { name: 'Ines Duarte', email: 'ines@example.org', password: 'Two-Turtle-Doves-2' };
const QUOTA = 1_048_576;

const running = new AsyncDisposableStack();
let data: DataFolder;
let coffer: CofferProcess;
let ada: Person;
let ruth: Person;
let space: { readonly id: SpaceId; readonly rootId: NodeId };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function arrive({ name, email, password }: typeof RUTH, role: string): Promise<Person> {
  const printed = await runPeople({ coffer, data }, ['invite', email, '--role', role]);
  const person = new Person(coffer.url);
  const code = linkIn(printed).split('#')[1] ?? '';
  await person.call('acceptInvitation', { body: { code, name, password } });
  return person;
}

test.beforeAll(async () => {
  data = running.use(await createDataFolder('jobs'));
  coffer = running.use(await startCoffer({ dataFolder: data.path, environment: data.environment }));
  await welcome(coffer);
  ada = new Person(coffer.url);
  await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  ruth = await arrive(RUTH, 'member');
  space = (await ruth.signIn(RUTH.email, RUTH.password)).personalSpace;
  await arrive(INES, 'auditor');
});

test.afterAll(async () => {
  await running.disposeAsync();
});

const region = (page: Page, name: string) => page.getByRole('region', { name });

async function setQuota(quotaBytes: number): Promise<void> {
  await ada.call('changeSpaceQuota', { params: { spaceId: space.id }, body: { quotaBytes } });
}

/** Fails because the space is full. */
async function copyTooMuch(): Promise<NodeId> {
  const folder = async (name: string) =>
    (await ruth.call('createFolder', { body: { parentId: space.rootId, name } })).id;
  const [from, to] = [await folder('Secret plans'), await folder('Copies')];
  await ruth.upload(from, 'plan.bin', Buffer.alloc(700_000, 1));
  await setQuota(QUOTA);
  const selection = { of: 'items' as const, ids: [from] };
  const job = await ruth.call('startJob', {
    body: { act: 'copy', selection, to },
    idempotencyKey: crypto.randomUUID(),
  });
  expect(job).toMatchObject({ state: 'failed', code: 'quota_exceeded' });
  return to;
}

test('an administrator sees a copy that failed, makes room, and has it continue', async ({ page }) => {
  test.setTimeout(180_000);
  await signInInBrowser(page, coffer);
  await page.goto(`${coffer.url}/admin`);
  const places = page.getByRole('navigation', { name: 'Administration' });
  await places.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeFocused();
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
  await expect(page.getByText('No jobs are running.')).toBeVisible();
  const versions = page.getByRole('row').filter({ hasText: 'Delete old versions' });
  await expect(versions).toContainText('1 hour');
  await expect(versions.locator('time')).toHaveCount(2);
  await expect(page.getByRole('row').filter({ hasText: 'Creating thumbnails' })).toBeVisible();

  const to = await copyTooMuch();
  // The page asks again without a reload.
  await expect(page.getByText('1 job failed in the last 7 days.')).toBeVisible();
  const failed = region(page, 'Failed in the last 7 days').getByRole('listitem');
  await expect(failed).toContainText('Copy');
  await expect(failed).toContainText(`${RUTH.name} · Personal space of ${RUTH.name}`);
  await expect(failed).toContainText('The space is full. Raise its storage limit, then try again.');
  await expect(page.getByText('Secret plans')).toHaveCount(0);
  await setQuota(10 * QUOTA);
  await failed.getByRole('button', { name: 'Try again: Copy' }).press('Enter');
  await expect(region(page, 'Messages').getByText('Retrying: Copy')).toBeVisible();
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Copy' })).toBeFocused();
  await expect
    .poll(async () =>
      (await ruth.call('listChildren', { params: { nodeId: to } })).items.map(({ name }) => name),
    )
    .toEqual(['Secret plans']);
  await page.goto(`${coffer.url}/admin/audit`);
  await expect(page.getByText(`restarted a job of ${RUTH.name}`)).toBeVisible();
});

const JOB: AdminJobs['open']['items'][number] = {
  id: '01990000-0000-7000-8000-000000000001',
  kind: 'move',
  state: 'running',
  personName: RUTH.name,
  spaces: [],
  total: 120_000,
  done: 41_000,
  refused: 2,
  tries: 0,
  retryAt: null,
  code: null,
  createdAt: '2026-11-27T08:00:00.000Z',
  updatedAt: '2026-11-27T08:03:00.000Z',
  finishedAt: null,
  mayRetry: false,
  mayCancel: true,
};

const idOf = (last: number) => JOB.id.replace(/.$/, String(last));

function busy(jobs: OperationResponse<'listAdminJobs'>): AdminJobs {
  const checkedAt = '2026-11-27T08:05:00.000Z';
  const retryAt = '2026-11-27T08:06:00.000Z';
  const finishedAt = '2026-11-27T08:04:00.000Z';
  const spaces = [
    { id: idOf(9), name: 'مساحة التصميم', kind: 'team', ownerName: RUTH.name },
  ] as unknown as AdminJobs['open']['items'][number]['spaces'];
  const waiting = {
    ...JOB,
    id: idOf(2),
    kind: 'purge',
    state: 'waiting',
    tries: 3,
    retryAt,
    spaces,
  } as const;
  const survey = { ...JOB, id: idOf(3), kind: 'survey', total: null, done: 41_000, refused: 0 } as const;
  const failed = { ...JOB, finishedAt, mayCancel: false, mayRetry: true, state: 'failed', spaces } as const;
  const done = { ...JOB, state: 'done', done: 119_998, finishedAt, mayCancel: false } as const;
  return {
    ...jobs,
    checkedAt,
    open: { items: [{ ...JOB, spaces }, waiting, survey], total: 3 },
    failed: {
      items: [
        { ...failed, id: idOf(4), kind: 'copy', code: 'quota_exceeded' },
        { ...failed, id: idOf(5), kind: 'repair', code: 'store_unavailable', spaces: [], personName: null },
      ],
      total: 2,
    },
    finished: {
      items: [
        { ...done, id: idOf(6) },
        { ...done, id: idOf(7), kind: 'restore_folder', state: 'undone' },
      ],
      total: 2,
    },
    queues: jobs.queues.map((queue) =>
      queue.queue === 'documents'
        ? {
            ...queue,
            waiting: 10_000,
            isMore: true,
            since: '2026-11-27T07:00:00.000Z',
            failed: 12,
            mayRetry: true,
          }
        : queue,
    ),
    tasks: jobs.tasks.map((task) => {
      if (task.name === 'scrub') return { ...task, state: 'overdue' as const };
      return task.name === 'journal' ? { ...task, state: 'failing' as const, failures: 7 } : task;
    }),
  };
}

const CALL = '**/api/v1/admin/jobs';

async function showBusy(page: Page): Promise<void> {
  await page.route(CALL, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: busy(await response.json()) });
  });
}

test('a running job is stopped after a question; an auditor acts on nothing; a failed answer says so', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await signInInBrowser(page, coffer);
  await showBusy(page);
  const stops: string[] = [];
  await page.route(`${CALL}/*/cancel`, async (route) => {
    stops.push(new URL(route.request().url()).pathname);
    await route.fulfill({ status: 204 });
  });
  await page.goto(`${coffer.url}/admin/jobs`);
  await expect(page.getByText('2 scheduled tasks don’t run as planned.')).toBeVisible();
  const move = region(page, 'Running').getByRole('listitem').first();
  await expect(move.getByText('41,000 of 120,000 items · 2 items couldn’t be processed')).toBeVisible();
  await expect(move.getByRole('progressbar', { name: 'Move' })).toHaveAttribute('aria-valuenow', '34');
  await move.getByRole('button', { name: 'Stop' }).click();
  const dialog = page.getByRole('alertdialog', { name: `Stop this job of ${RUTH.name}?` });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(stops).toEqual([]);
  await move.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByRole('button', { name: 'Stop job' }).click();
  await expect(region(page, 'Messages').getByText('Job stopped')).toBeVisible();
  expect(stops).toEqual([`/api/v1/admin/jobs/${JOB.id}/cancel`]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(CALL, async (route) => await route.abort());
  await page.reload();
  await expect(page.getByText('Couldn’t load the jobs')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signInInBrowser(other, coffer, INES);
  await other.goto(`${coffer.url}/admin/jobs`);
  await expect(other.getByText('Nothing needs attention.')).toBeVisible();
  await expect(other.getByRole('main').getByRole('button')).toHaveCount(0);
  await other.context().close();
});

for (const locale of ['en', 'ar'] as const) {
  test(`jobs have no accessibility problem (${locale})`, async ({ page }) => {
    test.setTimeout(180_000);
    await signInInBrowser(page, coffer);
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'jobs');
    await showBusy(page);
    await page.goto(`${coffer.url}/admin/jobs`);
    await expect(page.getByRole('heading', { name: say('adminJobs.title'), level: 1 })).toBeVisible();
    await expect(page.getByText(say('adminJobs.cause.quota_exceeded'))).toBeVisible();
    await see(`jobs-${locale}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(findings).toEqual([]);
  });
}
