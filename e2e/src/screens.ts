import { authenticatorCode } from '@coffer/testing/totp';
import { expect, type Locator, type Page } from '@playwright/test';
import { ADMINISTRATOR } from './first-start.ts';
import { Person } from './person.ts';
import { createPdf, createPng } from './sample-files.ts';
import type { Walk } from './screens/walk.ts';
import { walkLinks } from './screens/walk-links.ts';

const LONG =
  'The minutes of the meeting of the committee for the renewal of the reading room, second draft.txt';
const FILES: Readonly<Record<string, Buffer>> = {
  'archive.bin': Buffer.from([0, 1, 2, 3]),
  'letter.pdf': createPdf('Dear reader, this is page one.'),
  'notes.txt': Buffer.from(
    'One line of text.\nAnd another one, which is rather longer than the first one was.\n',
  ),
  'sunset.png': createPng(320, 200),
  'صور العطلة.txt': Buffer.from('text'),
  [LONG]: Buffer.from('text'),
};

export async function walkEverywhere(walk: Walk): Promise<void> {
  await walkFirstStart(walk);
  await walkEmpty(walk);
  await fillSpace(walk);
  await walkFiles(walk);
  await walkLinks(walk, 'sunset.png');
  await walkTransfers(walk);
  await walkPreviews(walk);
  await walkSearch(walk);
  await walkTrash(walk);
  await walkStorage(walk);
  await walkSettings(walk);
  const seed = await walkAuthenticator(walk);
  await walkDeadEnds(walk);
  await walkSignIn(walk, seed);
}

async function walkFirstStart({ page, coffer, say, see }: Walk): Promise<void> {
  await page.goto(coffer.welcomeLink ?? 'no link');
  const submit = page.getByRole('button', { name: say('welcome.submit') });
  await expect(submit).toBeVisible();
  await see('welcome');
  await submit.click();
  await expect(page.getByText(say('welcome.nameMissing'))).toBeVisible();
  await see('welcome-incomplete');
  await page.getByLabel(say('welcome.name')).fill(ADMINISTRATOR.name);
  await page.getByLabel(say('welcome.email')).fill(ADMINISTRATOR.email);
  await page.getByLabel(say('welcome.password'), { exact: true }).fill(ADMINISTRATOR.password);
  await submit.click();
  await expectList(page);
}

async function walkEmpty({ page, coffer, say, see }: Walk): Promise<void> {
  await expect(page.getByText(say('browse.empty.title'))).toBeVisible();
  await see('files-empty');
  await page.getByRole('button', { name: say('shell.account') }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await see('account-menu');
  await page.keyboard.press('Escape');
  await page.goto(`${coffer.url}/trash`);
  await expect(page.getByText(say('trash.empty.title'))).toBeVisible();
  await see('trash-empty');
  await page.goto(`${coffer.url}/transfers`);
  await expect(page.getByText(say('queue.empty.title'))).toBeVisible();
  await see('transfers-empty');
}

async function fillSpace({ coffer }: Walk): Promise<void> {
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  for (const name of ['Holiday 2026', 'Accounts']) {
    await ada.call('createFolder', { body: { parentId: personalSpace.rootId, name } });
  }
  for (const [name, content] of Object.entries(FILES)) await ada.upload(personalSpace.rootId, name, content);
}

async function walkFiles(walk: Walk): Promise<void> {
  const { page, coffer, say, see } = walk;
  await page.goto(coffer.url);
  await expect(rowOf(page, 'archive.bin')).toBeVisible();
  await see('files');
  await page.getByRole('button', { name: say('browse.rowActions', { name: 'archive.bin' }) }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await see('row-menu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: say('browse.rowActions', { name: 'archive.bin' }) }).click();
  await page.getByRole('menuitem', { name: say('browse.versions') }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
  await see('versions');
  await page.keyboard.press('Escape');
  await select(walk, 'Accounts');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: say('browse.clear'), exact: true })).toBeVisible();
  await see('files-selected');
  await page.getByRole('button', { name: say('browse.clear'), exact: true }).click();
  await renameInto(walk, 'a/b');
  await see('rename');
  await page.keyboard.press('Escape');
  await rowOf(page, 'archive.bin').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await see('help');
  await page.keyboard.press('Escape');
  await rowOf(page, 'archive.bin').focus();
  await page.keyboard.press('n');
  await page.getByRole('dialog').getByLabel(say('browse.newName')).fill('Accounts');
  await see('new-folder');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(say('errors.name_taken'))).toBeVisible();
  await see('new-folder-refused');
  await page.getByRole('button', { name: say('browse.cancel'), exact: true }).click();
  await rowOf(page, 'Accounts').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
  await expect(page.getByText(say('browse.empty.title'))).toBeVisible();
  await see('folder-inside');
}

async function renameInto({ page, say }: Walk, name: string): Promise<void> {
  await rowOf(page, 'archive.bin').focus();
  await page.keyboard.press('F2');
  await page.getByLabel(say('browse.renameLabel', { name: 'archive.bin' })).fill(name);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'archive.bin').getByText(say('issues.name_slash'))).toBeVisible();
}

async function walkTransfers({ page, coffer, say, see }: Walk): Promise<void> {
  await page.goto(coffer.url);
  await expect(rowOf(page, 'archive.bin')).toBeVisible();
  const chooser = page.getByLabel(say('browse.uploadFiles'));
  await chooser.setInputFiles([textFile('fresh.txt'), textFile('never.')]);
  const tray = page.getByRole('region', { name: say('transfer.title') });
  await expect(tray.getByText(say('issues.name_edge'))).toBeVisible();
  await expect(rowOf(page, 'fresh.txt')).toBeVisible();
  await see('transfers');
  await tray.getByRole('button', { name: say('transfer.rename') }).click();
  await expect(page.getByRole('dialog', { name: say('transfer.rename.file') })).toBeVisible();
  await see('refused-name');
  await page.keyboard.press('Escape');
  await tray.getByRole('link', { name: say('transfer.showPage') }).click();
  await expect(page.getByRole('list', { name: say('queue.attention') })).toBeVisible();
  await see('transfers-page');
  await page.goBack();
  await expect(rowOf(page, 'fresh.txt')).toBeVisible();
  await chooser.setInputFiles([textFile('fresh.txt'), textFile('notes.txt')]);
  await expect(
    page.getByRole('dialog', { name: say('transfer.conflict.title', { count: '2' }) }),
  ).toBeVisible();
  await see('conflict');
  await page.getByRole('radio', { name: say('transfer.conflict.skip') }).check({ force: true });
  await page.getByRole('button', { name: say('transfer.conflict.apply') }).click();
  await tray.getByRole('button', { name: say('transfer.close') }).click();
}

function textFile(name: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from('text') };
}

async function walkPreviews({ page, say, see }: Walk): Promise<void> {
  const open = async (name: string, shown: (preview: Locator) => Locator): Promise<void> => {
    await rowOf(page, name).getByRole('link').click();
    const preview = page.getByRole('dialog', { name });
    await expect(shown(preview)).toBeVisible();
    await see(`preview-${name.split('.')[1]}`);
    await preview.getByRole('button', { name: say('preview.close') }).click();
    await expect(preview).toBeHidden();
  };
  await open('sunset.png', (preview) => preview.getByRole('img'));
  await open('letter.pdf', (preview) => preview.getByText('Dear reader'));
  await open('notes.txt', (preview) => preview.getByText('One line of text.'));
  await open('archive.bin', (preview) => preview.getByText(say('preview.none.title')));
}

async function walkSearch({ page, coffer, say, see }: Walk): Promise<void> {
  await page.goto(`${coffer.url}/search?q=notes`);
  await expect(page.getByRole('list', { name: say('results.list') }).getByRole('listitem')).toHaveCount(1);
  await see('search-results');
  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: say('search.label') });
  await expect(box).toBeFocused();
  await box.fill('sunset');
  await expect(page.getByRole('option')).toHaveCount(2);
  await see('search-suggestions');
  await page.goto(`${coffer.url}/search?q=zzzzzz`);
  await expect(page.getByRole('heading', { name: say('results.none', { q: 'zzzzzz' }) })).toBeVisible();
  await see('search-none');
  await page.goto(`${coffer.url}/starred`);
  await expect(page.getByRole('heading', { name: say('moments.starred.empty') })).toBeVisible();
  await see('starred-none');
  await page.goto(`${coffer.url}/recent`);
  const recent = page.getByRole('list', { name: say('moments.recentList') });
  await expect(recent.getByRole('listitem').first()).toBeVisible();
  await see('recent');
  await page.goto(`${coffer.url}/shared`);
  await expect(page.getByText(say('shared.with-me.empty'))).toBeVisible();
  await see('shared-empty');
  await page.goto(`${coffer.url}/home`);
  await expect(
    page
      .getByRole('region', { name: say('home.recent') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  await see('home');
  await page.goto(coffer.url);
  await expect(rowOf(page, 'archive.bin')).toBeVisible();
}

async function walkTrash(walk: Walk): Promise<void> {
  const { page, say, see } = walk;
  for (const name of ['archive.bin', 'Holiday 2026']) {
    await rowOf(page, name).focus();
    await page.keyboard.press('Delete');
    await expect(rowOf(page, name)).toHaveCount(0);
  }
  const toasts = page.getByRole('region', { name: say('routes.messages') });
  await expect(toasts.getByText(say('browse.trashedOne', { name: 'Holiday 2026' }))).toBeVisible();
  const direction = await page.locator('html').evaluate((root) => getComputedStyle(root).direction);
  await expect(toasts.locator('p').first()).toHaveCSS('direction', direction);
  await see('toasts');
  await page.getByRole('link', { name: say('shell.trash') }).click();
  await expect(rowOf(page, 'archive.bin')).toBeVisible();
  await page.mouse.move(0, 0);
  await see('trash');
  await select(walk, 'archive.bin');
  await expect(page.getByRole('button', { name: say('trash.restore'), exact: true })).toBeVisible();
  await see('trash-selected');
}

async function walkStorage({ page, coffer, say, see }: Walk): Promise<void> {
  await page.goto(`${coffer.url}/admin/storage`);
  await expect(page.getByRole('heading', { name: say('storage.survey.never') })).toBeVisible();
  await see('storage-never');
  await page.getByRole('button', { name: say('storage.doctor.examine') }).click();
  await expect(page.getByText(say('storage.probe.large'))).toBeVisible();
  await expect(page.getByText(say('storage.area.never'), { exact: true })).toHaveCount(0);
  await see('storage-examined');
  // Few objects are surveyed at once, so a running survey is mocked.
  const report = '**/api/v1/admin/storage';
  await page.route(report, async (route) => {
    const response = await route.fetch();
    const { survey, ...rest } = await response.json();
    await route.fulfill({
      response,
      json: { ...rest, survey: survey && { ...survey, state: 'running', finishedAt: null } },
    });
  });
  await page.getByRole('button', { name: say('storage.survey.start') }).click();
  await expect(page.getByRole('progressbar', { name: say('storage.survey.running') })).toBeVisible();
  await see('storage-surveying');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function walkSettings({ page, coffer, say, see }: Walk): Promise<void> {
  for (const [path, title] of [
    ['profile', 'routes.profile'],
    ['sessions', 'devices.title'],
    ['tokens', 'routes.tokens'],
  ] as const) {
    await page.goto(`${coffer.url}/settings/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: say(title) })).toBeVisible();
    await expect(page.getByRole('region').or(page.getByRole('list')).first()).toBeVisible();
    await see(path);
  }
  await page.goto(`${coffer.url}/settings/appearance`);
  await expect(page.getByRole('heading', { level: 1, name: say('routes.appearance') })).toBeVisible();
  await see('appearance');
}

async function walkAuthenticator({ page, coffer, say, see }: Walk): Promise<string> {
  await page.goto(`${coffer.url}/settings/security`);
  await expect(page.getByRole('button', { name: say('security.setUp') })).toBeVisible();
  await see('security-off');
  await page.getByRole('button', { name: say('security.setUp') }).click();
  const seed = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  await see('security-set-up');
  await page.getByRole('button', { name: say('security.verify') }).click();
  await expect(page.getByText(say('security.codeMissing'))).toBeVisible();
  await see('security-incomplete');
  await page.getByLabel(say('security.code')).fill(authenticatorCode(seed, new Date()));
  await expect(page.getByRole('list', { name: say('security.recovery') })).toBeVisible();
  await see('security-codes');
  await page
    .getByRole('button', { name: say('security.recovery.done') })
    .last()
    .click();
  // The person who filled the space has a session without a second factor.
  const offer = page.getByRole('alertdialog', { name: say('security.others.title') });
  await expect(offer).toBeVisible();
  await see('security-others');
  await offer.getByRole('button', { name: say('security.others.keep'), exact: true }).click();
  await expect(offer).toBeHidden();
  await expect(page.getByRole('button', { name: say('security.switchOff') })).toBeVisible();
  await see('security-on');
  await page.getByRole('button', { name: say('security.switchOff') }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await see('security-switch-off');
  await page.getByRole('button', { name: say('security.cancel'), exact: true }).click();
  return seed;
}

async function walkDeadEnds({ page, coffer, say, see }: Walk): Promise<void> {
  await page.goto(`${coffer.url}/no/such/page`);
  await expect(page.getByText(say('routes.notFound.title'))).toBeVisible();
  await see('not-found');
  const session = await page.request.get(`${coffer.url}/api/v1/session`);
  const { personalSpace } = await session.json();
  await page.goto(`${coffer.url}/s/${personalSpace.id}/01890a5d-ac96-774b-bcce-b302099a8057`);
  await expect(page.getByText(say('errors.node_not_found'))).toBeVisible();
  await see('folder-gone');
}

async function walkSignIn(walk: Walk, seed: string): Promise<void> {
  const { page, coffer, say, see } = walk;
  await page.getByRole('button', { name: say('shell.account') }).click();
  const anew = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: say('shell.signOut') }).click();
  await anew;
  await expect(page.getByRole('heading', { name: say('sign-in.left.title') })).toBeVisible();
  await see('signed-out');
  await page.goto(`${coffer.url}/welcome#used`);
  await expect(page.getByText(say('welcome.closed.title'))).toBeVisible();
  await see('welcome-closed');
  await page.goto(`${coffer.url}/sign-in`);
  const submit = page.getByRole('button', { name: say('sign-in.submit'), exact: true });
  await expect(submit).toBeVisible();
  await see('sign-in');
  await submit.click();
  await expect(page.getByText(say('sign-in.nameMissing'))).toBeVisible();
  await see('sign-in-incomplete');
  const enter = async (password: string): Promise<void> => {
    await page.getByLabel(say('sign-in.name')).fill(ADMINISTRATOR.email);
    await page.getByLabel(say('sign-in.password'), { exact: true }).fill(password);
    await submit.click();
  };
  await enter('not the password');
  await expect(page.getByText(say('errors.sign_in_failed'))).toBeVisible();
  await see('sign-in-refused');
  await enter(ADMINISTRATOR.password);
  const code = page.getByLabel(say('sign-in.code.label'));
  await expect(code).toBeVisible();
  await see('challenge');
  await code.fill(authenticatorCode(seed, new Date(Date.now() - 300_000)));
  await expect(page.getByText(say('errors.challenge_failed'))).toBeVisible();
  await see('challenge-refused');
  // The next code is accepted 30 seconds early.
  await code.fill(authenticatorCode(seed, new Date(Date.now() + 30_000)));
  await expectList(page);
}

async function expectList(page: Page): Promise<void> {
  await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false');
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row', { name });
}

async function select({ page, say }: Walk, name: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('checkbox', { name: say('browse.selectRow', { name }) })
    .click();
}
