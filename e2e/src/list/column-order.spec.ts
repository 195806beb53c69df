import { expect, type Page, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => await world[Symbol.asyncDispose]());

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

/** Without the checkbox and the actions. */
const namesOf = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).slice(1, -1);

async function drag(page: Page, { from, to, isPastIt }: { from: string; to: string; isPastIt: boolean }) {
  await heading(page, from).hover();
  await expect(page.locator('[data-divider]').first()).toBeVisible();
  const [source, target] = [await heading(page, from).boundingBox(), await heading(page, to).boundingBox()];
  if (source === null || target === null) throw new Error('both headings are there');
  const y = source.y + source.height / 2;
  await page.mouse.move(source.x + source.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width * (isPastIt ? 0.8 : 0.2), y, { steps: 6 });
}

for (const [locale, words] of [
  ['en', { name: 'Name', kind: 'Kind', size: 'Size', modified: 'Modified', later: 'Right' }],
  ['ar', { name: 'الاسم', kind: 'النوع', size: 'الحجم', modified: 'آخر تعديل', later: 'Left' }],
] as const) {
  test(`columns are moved by pointer, by keys and by their menu, and stay so (${locale})`, async ({
    page,
  }) => {
    const parentId = await world.addFolder(`Ordered ${locale}`);
    await world.person.call('createFolder', { body: { parentId, name: 'Apples' } });
    await world.visit(page, `/${parentId}`);
    await page.setViewportSize({ width: 1500, height: 800 });
    const hidden = ['author', 'sharing'];
    const preferences = JSON.stringify({ locale, hiddenColumns: hidden });
    await page.evaluate((saved) => localStorage.setItem('coffer.preferences', saved), preferences);
    await page.reload();
    const { name, kind, size, modified, later } = words;
    await expect(heading(page, modified)).toBeVisible();
    expect(await namesOf(page)).toEqual([name, kind, size, modified]);
    const isPastIt = locale === 'en';

    await drag(page, { from: kind, to: size, isPastIt });
    await page.screenshot({ path: test.info().outputPath(`moving-${locale}.png`) });
    await page.mouse.up();
    await expect.poll(async () => await namesOf(page)).toEqual([name, size, kind, modified]);
    await expect(heading(page, name)).toHaveAttribute('aria-sort', 'ascending');

    // Escape leaves it, and no click sorts where the button is let go.
    await drag(page, { from: size, to: modified, isPastIt });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await namesOf(page)).toEqual([name, size, kind, modified]);
    await expect(heading(page, name)).toHaveAttribute('aria-sort', 'ascending');

    await heading(page, size).getByRole('button').focus();
    await page.keyboard.press(`Control+Shift+Arrow${later}`);
    await expect.poll(async () => await namesOf(page)).toEqual([name, kind, size, modified]);
    await expect(heading(page, size).getByRole('button')).toBeFocused();
    await page.keyboard.press(`Control+Shift+Arrow${later}`);
    await expect.poll(async () => await namesOf(page)).toEqual([name, kind, modified, size]);

    await page.reload();
    await expect(heading(page, modified)).toBeVisible();
    expect(await namesOf(page)).toEqual([name, kind, modified, size]);

    await heading(page, modified).click({ button: 'right' });
    await page.getByRole('menuitem').first().click();
    await expect
      .poll(async () => await namesOf(page))
      .toEqual(locale === 'en' ? [name, modified, kind, size] : [name, kind, size, modified]);
    await heading(page, modified).getByRole('button').focus();
    await page.keyboard.press('Shift+F10');
    const reset = page.getByRole('menuitem').last();
    await expect(reset).toBeVisible();
    expect(await judge(page)).toEqual([]);
    await reset.click();
    await expect.poll(async () => (await namesOf(page)).slice(0, 4)).toEqual([name, kind, size, modified]);
    expect(await page.evaluate(() => localStorage.getItem('coffer.preferences'))).toContain(
      '"columnOrder":[]',
    );
  });
}
