// 320 px width equals 400 % zoom.
import { expect, test } from '@playwright/test';
import { judgeEverything } from './judge-screens.ts';
import { LOOKS } from './screens/looks.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on any screen, with forced colours and 320 px wide', async ({ page }) => {
  expect(await judgeEverything(page, 'en', LOOKS.special)).toEqual([]);
});
