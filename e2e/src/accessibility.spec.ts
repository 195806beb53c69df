import { expect, test } from '@playwright/test';
import { judgeEverything } from './judge-screens.ts';
import { LOOKS, named } from './screens/looks.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test(`axe finds nothing on any screen (${named(LOOKS.everyday)})`, async ({ page }) => {
  expect(await judgeEverything(page, 'en', LOOKS.everyday)).toEqual([]);
});
