// The same screens with forced colours, and 320 px wide: what 400 % zoom leaves of a usual window.
import { expect, test } from '@playwright/test';
import { judgeEverything, LOOKS } from './judge-screens.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing on any screen, with forced colours and 320 px wide', async ({ page }) => {
  expect(await judgeEverything(page, 'en', LOOKS.special)).toEqual([]);
});
