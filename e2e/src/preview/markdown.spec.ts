import { expect, type Locator, type Page, test } from '@playwright/test';
import { cutOff, judge } from '../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { startHostileListener } from './hostile-listener.ts';

const REPORT = `# Night count

Wind from the south-west. See [to do](#to-do) and [the river](https://example.org/river).

## What we heard

| Kind | Gate 3 | Remark |
|---|--:|---|
| Curlew | 41 | Before midnight |

${'A line to scroll by.\n\n'.repeat(60)}
## To do

- [x] Copy the recordings
- [ ] Ask for the key

\`\`\`sh
ls -l
\`\`\`
`;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('Markdown is formatted, with an outline, and shows its source', async ({ page }) => {
  const preview = await show(page, 'report.md', REPORT);
  await expect(preview.getByRole('heading', { name: 'Night count' })).toBeVisible();
  await expect(preview.getByRole('cell', { name: 'Curlew' })).toBeVisible();
  await expect(preview.getByRole('checkbox', { name: 'Not done' })).not.toBeChecked();
  await expect(preview.getByRole('link', { name: 'the river' })).toHaveAttribute('rel', /noreferrer/);
  expect(await judge(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
  const outline = preview.getByRole('navigation', { name: 'On this page' });
  const step = outline.getByRole('button', { name: 'To do' });
  await step.click();
  await expect(preview.getByRole('heading', { name: 'To do' })).toBeFocused();
  await expect(preview.getByRole('heading', { name: 'To do' })).toBeInViewport();
  await expect(step).toHaveAttribute('aria-current', 'location');
  await preview.getByRole('button', { name: 'Source' }).click();
  await expect(preview.getByText('# Night count')).toBeVisible();
  await preview.getByRole('button', { name: 'Page', exact: true }).click();
  await preview.getByRole('button', { name: 'to do', exact: true }).click();
  await expect(preview.getByRole('heading', { name: 'To do' })).toBeInViewport();
});

test('Markdown fits a phone, in Arabic too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const preview = await show(page, 'phone.md', `${REPORT}\n\n## عنوان\n\nنص عربي في فقرة`);
  await expect(preview.getByRole('heading', { name: 'Night count' })).toBeVisible();
  expect(await preview.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  expect(await cutOff(page)).toEqual([]);
  const paragraph = preview.getByText('نص عربي في فقرة');
  expect(await paragraph.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
});

test('hostile Markdown runs nothing, asks for nothing, and leads nowhere', async ({ page }) => {
  await using listener = await startHostileListener();
  const ran: string[] = [];
  await page.exposeFunction('ran', (what: string) => ran.push(what));
  const source = `# Hostile <script>ran('heading')</script>

<script>ran('script')</script>
<img src="${listener.url}/html.png" onerror="ran('error')">
<iframe srcdoc="<script>parent.ran('frame')</script>"></iframe>
<style>@import url(${listener.url}/style.css);</style>
<svg onload="ran('svg')"></svg>

![remote](${listener.url}/picture.png) ![same protocol](//127.0.0.1:1/x.png)
![data](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InJhbigpIi8+) ![script](javascript:ran('picture'))
[script](javascript:ran('link')) [case](JaVaScRiPt:ran('case')) [data](data:text/html,x) [file](file:///etc/passwd)
<javascript:ran('auto')> [reference][r]

[r]: javascript:ran('reference')

| a |
|---|
| <img src="${listener.url}/cell.png" onerror="ran('cell')"> |
`;
  const preview = await show(page, 'hostile.md', source);
  await expect(preview.getByRole('heading', { name: /^Hostile/ })).toBeVisible();
  await expect(preview.getByRole('link', { name: /^Picture at 127.0.0.1/ }).first()).toBeVisible();
  const links = await preview
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((href) => !href.startsWith('http'))).toEqual([]);
  await expect(preview.locator('script, iframe, style, article svg, article img')).toHaveCount(0);
  for (const name of ['script', 'case', 'reference'])
    await preview.getByText(name, { exact: true }).first().click();
  await page.waitForTimeout(500);
  expect(ran).toEqual([]);
  expect(listener.asked).toEqual([]);
});

test('an empty, a damaged and an endless file say so, and the page stays responsive', async ({ page }) => {
  const empty = await show(page, 'empty.md', '');
  await expect(empty.getByText('This file is empty')).toBeVisible();
  const damaged = await show(page, 'damaged.md', 'text \0 with a zero');
  await expect(damaged.getByText('Couldn’t show this file')).toBeVisible();
  const endless = await show(page, 'endless.md', '*a* '.repeat(100_000));
  const started = Date.now();
  await page.evaluate(() => document.title);
  expect(Date.now() - started).toBeLessThan(2_000);
  await expect(endless.getByText('This file is too complex to show here.')).toBeVisible();
  await expect(endless.getByText('*a* *a*')).toBeVisible();
});

async function show(page: Page, name: string, source: string): Promise<Locator> {
  const folderId = await world.addFolder(`folder of ${name}`);
  return await world.preview(page, await world.person.upload(folderId, name, Buffer.from(source)));
}
