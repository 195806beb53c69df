import { DAY_MS } from '@coffer/kit';
import { expect, test } from '@playwright/test';
import { signInInBrowser } from '../sign-in/sign-in-steps.ts';
import { RUTH, startWithTwoPeople, type TwoPeople } from './two-people.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

let here: TwoPeople;

test.beforeAll(async () => {
  here = await startWithTwoPeople('grant-stays');
});
test.afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const tomorrow = (): string => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);

test('access that sharing would lower is changed by a button, and an undo says who else changed it', async ({
  page,
}) => {
  const { coffer, owner, rootId, ruthId } = here;
  const { id: nodeId } = await owner.call('createFolder', { body: { parentId: rootId, name: 'Plans' } });
  const give = async (role: 'editor' | 'viewer'): Promise<void> => {
    await owner.call('createGrants', { params: { nodeId }, body: { personIds: [ruthId], role } });
  };
  await give('viewer');
  await signInInBrowser(page, coffer);
  await page.getByRole('row', { name: /Plans/ }).focus();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Share “Plans”' });
  const field = dialog.getByLabel('Add people');
  const held = dialog.getByLabel(`Access of ${RUTH.name}`, { exact: true });

  await test.step('a higher role with an end would take something away', async () => {
    await field.fill('okaf');
    const found = dialog.getByRole('list', { name: 'People found' });
    await expect(found.getByRole('button', { name: /Ruth Okafor/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Access', { exact: true }).selectOption('Can edit');
    await dialog.getByRole('button', { name: 'Set end date' }).click();
    await dialog.getByLabel('Access ends on').fill(tomorrow());
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(
      dialog.getByText(`${RUTH.name} already has access here: Can view · no end date`),
    ).toBeVisible();
    await expect(held).toHaveValue('viewer');
  });
  await test.step('the button changes it', async () => {
    await dialog.getByRole('button', { name: `Change access of ${RUTH.name} to: Can edit · until` }).click();
    await expect(held).toHaveValue('editor');
    await expect(dialog.getByText('Shared here by you · until')).toBeVisible();
    await expect(dialog.getByText('already has access here')).toHaveCount(0);
    await expect(field).toBeFocused();
  });
  await test.step('an undo that came too late says why', async () => {
    await dialog.getByRole('button', { name: `Remove access of ${RUTH.name}` }).click();
    await expect(held).toHaveCount(0);
    await give('viewer');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    const why = `Someone changed the access of ${RUTH.name} meanwhile. It stays: Can view · no end date.`;
    await expect(dialog.getByText(why)).toBeVisible();
    await expect(held).toHaveValue('viewer');
  });
});
