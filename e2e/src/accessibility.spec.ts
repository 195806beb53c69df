// Every screen and every overlay, judged by axe: WCAG 2.0 to 2.2 A and AA, and its best practices.
import { expect, test } from '@playwright/test';
import { judgeEverything, LOOKS } from './judge-screens.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on any screen, in light and dark', async ({ page }) => {
  expect(await judgeEverything(page, 'en', LOOKS.everyday)).toEqual([]);
});
