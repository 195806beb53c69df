// docs/decisions/0154-pictures-of-people.md
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { createPng } from '../sample-files.ts';
import { RUTH, startWithTwoPeople, type TwoPeople } from '../sharing/two-people.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';

let world: TwoPeople;

test.beforeAll(async () => {
  world = await startWithTwoPeople('pictures');
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Loaded and drawn over the initials. */
async function expectFace(place: Locator): Promise<void> {
  const face = place.locator('[data-initials] img').first();
  await expect(face).toHaveCSS('opacity', '1');
  expect(await face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
}

async function expectInitials(place: Locator): Promise<void> {
  await expect(place.locator('[data-initials]').first()).toBeVisible();
  await expect(place.locator('img')).toHaveCount(0);
}

const jpegOf = async (page: Page): Promise<string> =>
  await page.evaluate(() => document.createElement('canvas').toDataURL('image/jpeg'));

test('a person sets a picture, others see it wherever the name is, and initials once it is removed', async ({
  page: ada,
  browser,
}) => {
  const space = await world.owner.call('createSpace', { body: { name: 'Field team', color: 'green' } });
  const people = { personIds: [world.ruthId], role: 'editor' as const };
  await world.owner.call('addMembers', { params: { spaceId: space.id }, body: people });
  const { id: nodeId } = await world.owner.upload(space.rootId, 'plan.txt', Buffer.from('The plan'));
  await world.owner.call('createComment', { params: { nodeId }, body: { text: 'Look at this' } });

  await test.step('until there is a picture, nothing is asked for', async () => {
    await signInInBrowser(ada, world.coffer);
    await ada.goto(`${world.coffer.url}/settings/profile`);
    await expect(ada.getByRole('button', { name: 'Choose picture' })).toBeVisible();
  });

  const page = await world.pageOfRuth(browser);
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/pictures/')) asked.add(request.url());
  });
  await page.goto(`${world.coffer.url}/s/${space.id}`);
  await page.getByRole('button', { name: 'Members' }).click();
  const members = page.getByRole('dialog');
  const member = members.getByRole('listitem').filter({ hasText: ADMINISTRATOR.name });
  const comment = page.getByRole('region', { name: /^Comments/ }).getByRole('listitem');
  await expectInitials(member);
  expect([...asked]).toEqual([]);

  await test.step('an open list of members shows it as soon as it is set', async () => {
    const chooser = ada.locator('input[type=file]');
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: createPng(640, 400) });
    await expectFace(ada.locator('main'));
    await expectFace(ada.getByRole('button', { name: 'Account' }));
    await expectFace(member);
    await expectInitials(members.getByRole('listitem').filter({ hasText: RUTH.name }));
    await page.keyboard.press('Escape');
  });

  await test.step('comments and details show it, at one address', async () => {
    await page.getByRole('row').filter({ hasText: 'plan.txt' }).focus();
    await page.keyboard.press('i');
    await expectFace(comment);
    await expectFace(page.getByRole('region', { name: 'Properties' }));
    await expectFace(page.getByRole('list', { name: 'Activity' }));
    expect([...asked]).toHaveLength(1);
  });

  await test.step('a changed picture that cannot be loaded leaves the initials', async () => {
    await page.route('**/pictures/*', async (route) => await route.abort());
    const { picture } = await world.owner.call('setPicture', { body: { picture: await jpegOf(ada) } });
    await expect(comment.locator('img')).toHaveAttribute('src', `/api/v1/pictures/${picture}`);
    await expect(comment.locator('img')).toHaveCSS('opacity', '0');
    await page.unroute('**/pictures/*');
  });

  await test.step('after its removal there are initials again', async () => {
    await ada.getByRole('button', { name: 'Remove picture' }).click();
    await expect(ada.getByRole('button', { name: 'Choose picture' })).toBeFocused();
    await expectInitials(ada.getByRole('button', { name: 'Account' }));
    await expectInitials(comment);
    await page.getByRole('button', { name: 'Members' }).click();
    await expectInitials(member);
  });

  await test.step('an administrator removes that of somebody else', async () => {
    await world.ruth.call('setPicture', { body: { picture: await jpegOf(ada) } });
    await ada.goto(`${world.coffer.url}/admin/people`);
    const row = ada.getByRole('row').filter({ hasText: RUTH.email });
    await expect(row.locator('img')).toHaveCSS('opacity', '1');
    await row.getByRole('button', { name: `Actions for ${RUTH.name}` }).click();
    await ada.getByRole('menuitem', { name: 'Remove picture' }).click();
    const sure = ada.getByRole('alertdialog', { name: `Remove the picture of ${RUTH.name}?` });
    await sure.getByRole('button', { name: 'Remove' }).click();
    await expect(sure).toBeHidden();
    await expectInitials(row);
    await expect(row.getByRole('button', { name: `Actions for ${RUTH.name}` })).toBeFocused();
    await ada.goto(`${world.coffer.url}/admin/audit`);
    await expect(ada.getByText(`removed the picture of ${RUTH.name}`)).toBeVisible();
  });
});
