import { expect, test } from '@playwright/test';
import { judgeEverything } from './judge-screens.ts';
import { LOOKS } from './screens/looks.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on any screen from right to left', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('coffer.preferences', '{"locale":"ar"}'));
  expect(await judgeEverything(page, 'ar', LOOKS.rightToLeft)).toEqual([]);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});
