import { type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDataFolder } from './data-folder.ts';
import { ADMINISTRATOR, welcome } from './first-start.ts';
import { Person } from './person.ts';

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
