import { expect, test } from '@playwright/test';

test('the browser keeps every feature off that Playwright turns off, and draws nothing but the page', async ({
  browser,
  page,
}) => {
  await page.goto('chrome://version');
  const command = await page.locator('#command_line').innerText();
  const switches = Array.from(command.matchAll(/--disable-features=(\S+)/g), ([, names = '']) =>
    names.split(','),
  );
  expect(switches.length).toBeGreaterThanOrEqual(2);
  expect(switches.at(-1)).toEqual(expect.arrayContaining(switches.flat()));
  const devtools = await browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send('Target.getTargets', { filter: [{}] });
  expect(targetInfos.map(({ type }) => type)).not.toContain('browser_ui');
});
