import type { SpaceId } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import { sightOf } from '../judge-screens.ts';
import { ADMINISTRATOR } from '../first-start.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { wordsOf } from '../words.ts';

/** At 320 px further spaces scroll in the navigation; `accessibility-modes.spec.ts` judges that width. */
const PLAIN_LOOKS = EVERY_LOOK.filter(({ name }) => name !== 'narrow');

let world: TransferWorld;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function fillTrash(name: string): Promise<SpaceId> {
  const { person } = world;
  const { id, rootId } = await person.call('createSpace', { body: { name, color: 'violet' } });
  const folder = await person.call('createFolder', { body: { parentId: rootId, name: 'Spring survey' } });
  await person.upload(folder.id, 'counts.txt', Buffer.alloc(4_000));
  const notes = await person.upload(rootId, 'notes.txt', Buffer.alloc(12_000));
  await person.call('trashNodes', { body: { ids: [folder.id, notes.id] } });
  return id;
}

/** The server deletes too fast to be seen. */
async function pretendDeleting(page: Page, spaceId: SpaceId): Promise<void> {
  const summary = await world.person.call('getTrashSummary', { params: { spaceId } });
  await page.route('**/trash/summary', async (route) => {
    await route.fulfill({ json: { ...summary, deleting: 40 } });
  });
}

for (const locale of ['en', 'ar'] as const) {
  test(`the trash and its questions are judged by axe (${locale})`, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : PLAIN_LOOKS, 'trash');
    const spaceId = await fillTrash(`Reports ${locale}`);
    await page.goto(`${world.coffer.url}/trash/${spaceId}`);
    await page.getByLabel(say('sign-in.name')).fill(ADMINISTRATOR.email);
    await page.getByLabel(say('sign-in.password'), { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click();
    const notes = page.getByRole('row', { name: /notes\.txt/ });
    await expect(notes).toBeVisible();
    await see('of-a-space');
    const question = page.getByRole('alertdialog');
    await page.getByRole('button', { name: say('trash.emptyAll') }).click();
    await expect(question).toBeVisible();
    await see('empty-question');
    await page.keyboard.press('Escape');
    await notes.click();
    await see('selected');
    await page.getByRole('button', { name: say('trash.purge') }).click();
    await expect(question).toBeVisible();
    await see('delete-question');
    await pretendDeleting(page, spaceId);
    await question.getByRole('button', { name: say('trash.purge') }).click();
    await expect(
      page.getByRole('progressbar', { name: say('trash.purging', { count: '40' }) }),
    ).toBeVisible();
    await expect(notes).toHaveCount(0);
    await see('deleting');
    await page.unrouteAll({ behavior: 'wait' });
    expect(findings).toEqual([]);
  });
}
