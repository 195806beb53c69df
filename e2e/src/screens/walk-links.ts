import { expect } from '@playwright/test';
import type { Walk } from './walk.ts';

const PASSWORD = 'between-us-only';

/** A link is made in the open list of files; what guests see needs no session, and gets none to see. */
export async function walkLinks({ page, coffer, say, see }: Walk, name: string): Promise<void> {
  const row = page.getByRole('row', { name });
  const dialog = page.getByRole('dialog', { name: say('links.title', { name }) });
  const openLinks = async (): Promise<void> => {
    await row.focus();
    await expect(row).toBeFocused();
    await page.keyboard.press('l');
  };
  await page.goto(coffer.url);
  await openLinks();
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
  await dialog.getByText(say('links.more')).click();
  await expect(dialog.getByLabel(say('links.label'))).toBeVisible();
  await see('link-new');
  await dialog.getByRole('button', { name: say('links.create') }).click();
  const address = dialog.getByRole('textbox', { name: say('links.address'), exact: true });
  await expect(address).toBeFocused();
  await see('link-made');
  const open = await address.inputValue();
  await dialog.getByRole('button', { name: say('links.new') }).click();
  await dialog.getByLabel(say('links.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: say('links.create') }).click();
  await expect(address).not.toHaveValue(open);
  const locked = await address.inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto(open);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await see('guest');
  await page.goto(locked);
  await expect(page.getByRole('heading', { level: 1, name: say('guest.password.title') })).toBeVisible();
  await page.getByRole('button', { name: say('guest.password.open'), exact: true }).click();
  await expect(page.getByText(say('guest.password.missing')).first()).toBeVisible();
  await see('guest-password');
  await page.goto(`${coffer.url}/l/${'a'.repeat(22)}`);
  await expect(page.getByRole('heading', { level: 1, name: say('guest.closed.title') })).toBeVisible();
  await see('guest-closed');
  await page.goto(`${coffer.url}/shared?list=links`);
  await expect(page.getByRole('table', { name: say('linkLists.own') })).toBeVisible();
  await page.getByRole('checkbox', { name: say('linkLists.chooseAll') }).click();
  await see('links-own');
  await page.goto(`${coffer.url}/admin/links`);
  await expect(page.getByRole('table', { name: say('linkLists.title') })).toBeVisible();
  await see('links-all');
  await page.goto(coffer.url);
  await expect(row).toBeVisible();
}
