import { expect, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { startWithTwoPeople, type TwoPeople } from './two-people.ts';

const NEW = { name: 'Nia Adeyemi', email: 'Nia@example.org', password: 'Four-Calling-Birds-4' };

let here: TwoPeople;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  here = await startWithTwoPeople('invited');
});

test.afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

test('an address without an account is shared with, invited, and has its access after joining', async ({
  page,
  browser,
}) => {
  const { coffer, owner, rootId, ruthId } = here;
  const { id } = await owner.call('createFolder', {
    body: { parentId: rootId, name: 'Sketches', ifExists: 'fail' },
  });
  await signInInBrowser(page, coffer);
  await page.getByRole('row', { name: /Sketches/ }).focus();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share “Sketches”' });
  const field = dialog.getByLabel('Add people');
  const waiting = dialog.getByRole('list', { name: 'Invited, not yet joined' });
  await test.step('the address is taken by Enter, waits, and may be changed and withdrawn', async () => {
    await field.fill(NEW.email);
    await expect(dialog.getByRole('button', { name: /No account here yet/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(waiting).toContainText(NEW.email);
    await waiting.getByLabel(`Access of ${NEW.email}`).selectOption('Can edit');
    await expect(waiting.getByLabel(`Access of ${NEW.email}`)).toHaveValue('editor');
    await waiting.getByRole('button', { name: `Withdraw the invitation of ${NEW.email}` }).click();
    await expect(waiting).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(waiting.getByLabel(`Access of ${NEW.email}`)).toHaveValue('editor');
  });
  await test.step('an item that waits for an address alone is among those that one shared', async () => {
    const other = await page.context().newPage();
    await other.goto(`${coffer.url}/shared?list=by-me`);
    const item = other.getByRole('listitem').filter({ has: other.getByRole('link', { name: 'Sketches' }) });
    await expect(item).toContainText(`${NEW.email} (invited)`);
    await other.close();
  });
  const link = await test.step('without a mail server the administrator hands over the link', async () => {
    await waiting.getByRole('button', { name: `Get invitation link for ${NEW.email}` }).click();
    await expect(waiting.getByText('works once', { exact: false })).toBeVisible();
    return (await waiting.locator('code').textContent()) ?? '';
  });
  await test.step('who joins finds the folder', async () => {
    const theirs = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    await theirs.goto(link);
    await theirs.getByLabel('Your name').fill(NEW.name);
    await theirs.getByLabel('Password', { exact: true }).fill(NEW.password);
    await theirs.getByRole('button', { name: 'Create account' }).click();
    await expect(theirs).not.toHaveURL(/join/);
    await theirs.goto(`${coffer.url}/shared`);
    await expect(theirs.getByRole('link', { name: 'Sketches' })).toBeVisible();
    await theirs.context().close();
  });
  await test.step('the folder says who shares it, and leaving it can be undone', async () => {
    const grant = { personIds: [ruthId], role: 'editor' as const, expiresAt: null, message: '' };
    await owner.call('createGrants', { params: { nodeId: id }, body: grant });
    const ruths = await here.pageOfRuth(browser);
    await ruths.goto(`${coffer.url}/shared/${id}`);
    await expect(ruths.getByText(`Shared by ${ADMINISTRATOR.name} · Can edit`)).toBeVisible();
    await ruths.getByRole('button', { name: 'Leave “Sketches”' }).click();
    await ruths.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(ruths).toHaveURL(`${coffer.url}/shared`);
    await ruths.getByRole('button', { name: 'Undo' }).click();
    await expect(ruths.getByRole('link', { name: 'Sketches' })).toBeVisible();
    await ruths.context().close();
  });
  await test.step('who may not invite is told who can', async () => {
    const grant = { personIds: [ruthId], role: 'manager' as const, expiresAt: null, message: '' };
    await owner.call('createGrants', { params: { nodeId: id }, body: grant });
    await owner.call('createFolder', { body: { parentId: id, name: 'Inner', ifExists: 'fail' } });
    const ruths = await here.pageOfRuth(browser);
    await ruths.goto(`${coffer.url}/shared/${id}`);
    await ruths.getByRole('button', { name: 'Share', exact: true }).click();
    await ruths.getByLabel('Add people').fill('somebody@example.org');
    await expect(
      ruths.getByText('Only an administrator can invite someone new.', { exact: false }),
    ).toBeVisible();
    await ruths.getByLabel('Add people').fill('');
    await ruths.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await ruths.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(ruths.getByRole('heading', { name: /no longer shared with you/ })).toBeVisible();
    await ruths.getByRole('button', { name: 'Undo' }).click();
    await expect(ruths.getByRole('row', { name: /Inner/ })).toBeVisible();
    await ruths.context().close();
  });
});
