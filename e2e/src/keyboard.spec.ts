import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';
import { joinTransferWorld, type TransferWorld } from './transfers-world.ts';
import { type Words, wordsOf } from './words.ts';

const TABS_MAX = 30;

test('a person signs in, makes, opens, renames, trashes, takes back and signs out by keyboard alone', async ({
  page,
}) => {
  await using data = await createDataFolder('keyboard');
  await using coffer = await startCoffer({ dataFolder: data.path, environment: data.environment });
  await welcome(coffer);
  await makeNeighbour(coffer);
  await page.goto(coffer.url);
  await signIn(page);
  await reachTheList(page);
  await makeFolder(page, 'Papers');
  await openAndReturn(page, 'Papers');
  await rename(page, 'Papers', 'Zodiac');
  await trashAndTakeBack(page, 'Zodiac');
  await signOut(page);
});

for (const locale of ['en', 'ar'] as const) {
  test(`a person moves, copies, reads, edits and shares by keyboard alone (${locale})`, async ({ page }) => {
    await using world = await joinTransferWorld();
    await using other = await joinTransferWorld();
    await fillAndOpen(page, world, locale);
    const desk: Desk = { page, say: wordsOf(locale), isRightToLeft: locale === 'ar' };
    await test.step('moves and takes back', () => moveAndTakeBack(desk));
    await test.step('copies and pastes', () => copyAndPaste(desk));
    await test.step('steps through files and edits one', () => readAndEdit(desk));
    await test.step('compares versions', () => compareVersions(desk));
    await test.step('shares with a person, and sees why', () => share(desk, other.account.email));
    await test.step('makes a link with a password and a file request', () => makeLinks(desk));
    await test.step('searches', () => search(desk));
    await test.step('makes a space and goes to the trash by the palette', () => useCommands(desk));
  });
}

interface Desk {
  readonly page: Page;
  readonly say: Words;
  readonly isRightToLeft: boolean;
}

/** What an Arabic keyboard writes by the keys of these letters. */
const ARABIC: Readonly<Record<string, string>> = { c: 'ؤ', e: 'ث', k: 'ن', l: 'م', m: 'ة', s: 'س', z: 'ئ' };

/** On the keyboard of the person's language: pages see the letter of its script. */
async function pressKey({ page, isRightToLeft }: Desk, chord: string): Promise<void> {
  const letter = chord.at(-1) ?? '';
  const key = isRightToLeft ? ARABIC[letter] : undefined;
  if (key === undefined) return await page.keyboard.press(chord);
  const press = { key, code: `Key${letter.toUpperCase()}`, ctrlKey: chord.startsWith('Control+') };
  await page.locator(':focus, body:not(:has(:focus))').last().dispatchEvent('keydown', press);
}

async function fillAndOpen(page: Page, world: TransferWorld, locale: string): Promise<void> {
  const folderId = await world.open(page, 'Desk');
  await world.person.call('createFolder', { body: { parentId: folderId, name: 'Archive' } });
  const notes = await world.person.upload(folderId, 'notes.txt', Buffer.from('one\n'));
  await world.person.replace(notes, Buffer.from('one\ntwo\n'));
  await world.person.upload(folderId, 'plan.txt', Buffer.from('a plan\n'));
  await page.evaluate(
    (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
    locale,
  );
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr');
  await toRow(page, 'Archive');
}

function rowWith(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

/** By arrows, from wherever the focus of the page is. */
async function toRow(page: Page, name: string): Promise<void> {
  const target = rowWith(page, name);
  await expect(target).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expectFocusInList(page);
  await page.keyboard.press('PageUp');
  for (let presses = 0; presses < 5; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement))
      return await expectFocus(target);
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`five presses do not lead to ${name}`);
}

async function moveAndTakeBack(desk: Desk): Promise<void> {
  const { page, say } = desk;
  await toRow(page, 'notes.txt');
  await pressKey(desk, 'm');
  const dialog = page.getByRole('dialog');
  await expectFocus(dialog.getByRole('row', { name: 'Archive' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(say('move.empty'))).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: say('place.move.here') }));
  await page.keyboard.press('Enter');
  await expect(rowWith(page, 'notes.txt')).toHaveCount(0);
  await pressKey(desk, 'Control+z');
  await expect(rowWith(page, 'notes.txt')).toBeVisible();
}

async function copyAndPaste(desk: Desk): Promise<void> {
  const { page } = desk;
  await toRow(page, 'plan.txt');
  await pressKey(desk, 'Control+c');
  await toRow(page, 'Archive');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(rowWith(page, 'plan.txt')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeFocused();
}

async function readAndEdit(desk: Desk): Promise<void> {
  const { page, say, isRightToLeft } = desk;
  const viewer = (name: string): Locator => page.getByRole('dialog', { name });
  await toRow(page, 'notes.txt');
  await page.keyboard.press('Enter');
  await expect(viewer('notes.txt').getByText('two')).toBeVisible();
  await page.keyboard.press(isRightToLeft ? 'ArrowLeft' : 'ArrowRight');
  await expect(viewer('plan.txt').getByText('a plan')).toBeVisible();
  await page.keyboard.press(isRightToLeft ? 'ArrowRight' : 'ArrowLeft');
  await expect(viewer('notes.txt').getByText('two')).toBeVisible();
  await pressKey(desk, 'e');
  await expect(viewer('notes.txt').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('three');
  await expect(page.getByText(say('editor.status.changed'))).toBeVisible();
  await pressKey(desk, 'Control+s');
  await expect(
    page.getByText(say('editor.status.saved', { time: '' }).trim(), { exact: false }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expectFocus(rowWith(page, 'notes.txt'));
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  const item = page.getByRole('menuitem', { name: entry });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expectFocus(item);
  await page.keyboard.press('Enter');
}

async function compareVersions({ page, say }: Desk): Promise<void> {
  await toRow(page, 'notes.txt');
  await choose(page, say('browse.versions'));
  const dialog = page.getByRole('dialog');
  const compare = dialog.getByRole('button', { name: say('browse.version.compare', { number: '2' }) });
  await expect(dialog).toBeFocused();
  await tabTo(page, compare);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('three')).toBeVisible();
  await expectFocus(dialog.getByRole('button', { name: say('compare.back') }));
  await page.keyboard.press('Enter');
  await expectFocus(compare);
  await page.keyboard.press('Escape');
  await expectFocus(rowWith(page, 'notes.txt'));
}

async function share(desk: Desk, email: string): Promise<void> {
  const { page, say } = desk;
  await pressKey(desk, 's');
  const dialog = page.getByRole('dialog');
  await expectFocus(dialog.getByLabel(say('share.add')));
  await page.keyboard.type(email);
  await expect(dialog.getByRole('button', { name: email })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: say('share.add.chosen') })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(say('share.reason.byYou'))).toBeVisible();
  await tabTo(page, dialog.getByRole('link', { name: say('share.why') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: say('access.title') })).toBeFocused();
  await page.goBack();
  await expect(rowWith(page, 'notes.txt')).toBeVisible();
}

async function makeLinks(desk: Desk): Promise<void> {
  const { page, say } = desk;
  const dialog = page.getByRole('dialog');
  const address = dialog.getByRole('textbox', { name: say('links.address'), exact: true });
  await toRow(page, 'notes.txt');
  await pressKey(desk, 'l');
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
  await tabTo(page, dialog.getByLabel(say('links.password'), { exact: true }));
  await page.keyboard.type('between-us-only');
  await page.keyboard.press('Enter');
  await expect(address).toBeFocused();
  await page.keyboard.press('Escape');
  await expectFocus(rowWith(page, 'notes.txt'));
  await toRow(page, 'Archive');
  await choose(page, say('browse.request'));
  await expectFocus(dialog.getByLabel(say('links.request.title'), { exact: true }));
  await page.keyboard.type('Pictures of the count');
  await page.keyboard.press('Enter');
  await expect(address).toBeFocused();
  await page.keyboard.press('Escape');
  await expectFocus(rowWith(page, 'Archive'));
}

async function search({ page, say }: Desk): Promise<void> {
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: say('search.label') })).toBeFocused();
  await page.keyboard.type('notes');
  await expect(page.getByRole('option', { name: /notes\.txt/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'notes.txt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectFocus(rowWith(page, 'notes.txt'));
}

async function useCommands(desk: Desk): Promise<void> {
  const { page, say } = desk;
  const run = async (command: string): Promise<void> => {
    await pressKey(desk, 'Control+k');
    await expect(page.getByRole('combobox', { name: say('palette.label') })).toBeFocused();
    await page.keyboard.type(say(command));
    await expect(page.getByRole('option', { name: new RegExp(`^${say(command)}`) })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
  };
  await run('palette.newSpace');
  await expectFocus(page.getByRole('dialog').getByLabel(say('spaces.name'), { exact: true }));
  await page.keyboard.type('Reading room');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reading room' })).toBeVisible();
  await run('palette.trashPage');
  await expect(page.getByRole('heading', { level: 1, name: say('trash.title') })).toBeVisible();
}

async function makeNeighbour(coffer: CofferProcess): Promise<void> {
  const ada = new Person(coffer.url);
  const { personalSpace } = await ada.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await ada.call('createFolder', { body: { parentId: personalSpace.rootId, name: 'Zebra' } });
}

async function signIn(page: Page): Promise<void> {
  await expectFocus(page.getByLabel('Email or user name'));
  await page.keyboard.type(ADMINISTRATOR.email);
  await page.keyboard.press('Tab');
  await expectFocus(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('a wrong one');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('alert').filter({ hasText: 'Wrong email, user name or password.' }),
  ).toBeVisible();
  await expectFocus(page.getByLabel('Password', { exact: true }));
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.keyboard.type(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Zebra' })).toBeVisible();
}

/** After a sign-in the focus is on the heading, after a page load the first stop is the skip link. */
async function reachTheList(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('row', { name: 'Zebra' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expectFocus(page.getByRole('link', { name: 'Skip to content' }));
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, page.getByRole('row', { name: 'Zebra' }));
}

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.keyboard.press('n');
  const field = page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name');
  await expectFocus(field);
  await page.keyboard.type('Zebra');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('dialog').getByText('A file or folder with this name already exists.'),
  ).toBeVisible();
  await expectFocus(field);
  await field.press('Control+a');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row', { name })).toBeVisible();
  await expectFocusInList(page);
}

async function openAndReturn(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Home');
  await expectFocus(page.getByRole('row', { name }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${name}`));
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('row', { name: 'Zebra' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Files', level: 1 })).toBeFocused();
}

async function rename(page: Page, name: string, next: string): Promise<void> {
  await tabTo(page, page.getByRole('row', { name }));
  await page.keyboard.press('F2');
  const field = page.getByLabel(`New name for ${name}`);
  await expectFocus(field);
  await page.keyboard.type('a/b');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid').getByText('A name can’t contain a slash (/).')).toBeInViewport();
  await expectFocus(field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(next);
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  await expectFocus(page.getByRole('row', { name: next }));
}

async function trashAndTakeBack(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Delete');
  await expect(page.getByRole('row', { name })).toHaveCount(0);
  await expectFocus(page.getByRole('row', { name: 'Zebra' }));
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('row', { name })).toBeVisible();
  await expectFocusInList(page);
}

async function signOut(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: 'Account' });
  for (let presses = 0; presses < 5 && !(await isInside(page, 'header')); presses += 1) {
    await page.keyboard.press('F6');
  }
  await tabTo(page, account);
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('menuitem', { name: 'Settings' }));
  await page.keyboard.press('Escape');
  await expectFocus(account);
  await page.keyboard.press('Enter');
  // An earlier key would go to the button.
  await expect.poll(async () => await isInside(page, '[role="menu"]')).toBe(true);
  await page.keyboard.press('End');
  await expectFocus(page.getByRole('menuitem', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Sign in again' }));
  await page.keyboard.press('Enter');
  await expectFocus(page.getByLabel('Email or user name'));
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement))
      return await expectFocus(target);
  }
  throw new Error(`${TABS_MAX} presses of Tab do not lead to ${String(target)}`);
}

async function isInside(page: Page, selector: string): Promise<boolean> {
  return await page.evaluate(
    (inside) => document.activeElement?.closest(inside) instanceof HTMLElement,
    selector,
  );
}

async function expectFocusInList(page: Page): Promise<void> {
  await expectFocus(page.getByRole('grid').locator(':focus'));
}

/** Requires a visible focus indicator: an outline of at least two pixels, a shadow, or another background of a menu item. */
async function expectFocus(target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  const mark = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    const others = Array.from(element.parentElement?.children ?? []).filter((other) => other !== element);
    const isOnOwnGround =
      element.getAttribute('role') === 'menuitem' &&
      others.every((other) => getComputedStyle(other).backgroundColor !== backgroundColor);
    return isOutlined || boxShadow !== 'none' || isOnOwnGround ? 'visible' : element.outerHTML.slice(0, 200);
  });
  expect(mark, 'the focus can be seen').toBe('visible');
}
