// The same screens in a language that is written from right to left.
import { expect, test } from '@playwright/test';
import { judgeEverything, LOOKS } from './judge-screens.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on any screen from right to left', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  expect(await judgeEverything(page, 'ar', LOOKS.rightToLeft)).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});
