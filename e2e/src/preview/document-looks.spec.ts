import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createZip } from '@coffer/testing/archives';
import { expect, type Locator, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { wordsOf } from '../words.ts';
import { createDocx, createOdp, createOdt, createPptx, createXlsx } from './office-files.ts';
import { createEpub, createMail, createNotebook, createStl } from './reading-files.ts';

/** A free font that comes with the viewer of PDF. */
const FONT = readFileSync(
  join(import.meta.dirname, '../../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
);

const FILES: Readonly<Record<string, string | Buffer>> = {
  'report.md':
    '# Count\n\nText with `code`, [a link](https://example.org) and a note[^1].\n\n## Table\n\n| a | b |\n|---|--:|\n| x | 1 |\n\n- [x] done\n- [ ] open\n\n> quoted\n\n[^1]: the note',
  'counts.csv': `kind,count,remark\nCurlew,41,${'long '.repeat(30)}\nأفوسيت,9,\n`,
  'bundle.zip': createZip([
    { name: 'letters/' },
    { name: `letters/${'deep/'.repeat(20)}first.txt`, content: Buffer.from('Dear reader') },
    { name: 'secret.txt', content: Buffer.alloc(40), isEncrypted: true },
  ]),
  'count.json': JSON.stringify({ night: '14 October', gates: [{ number: 3 }], isDry: true, none: null }),
  'face.ttf': FONT,
  'broken.json': '{\n"a": x\n}',
  'survey.docx': createDocx(),
  'talk.pptx': createPptx(),
  'survey.odt': createOdt(),
  'talk.odp': createOdp(),
  'counts.xlsx': createXlsx({
    Birds: [
      ['Kind', 'Count'],
      ['Curlew', 41],
    ],
    Gates: [['Gate', 3]],
  }),
  'count.eml': createMail(),
  'count.ipynb': createNotebook(),
  'reeds.epub': createEpub(),
  'heron.stl': createStl(),
  'damaged.docx': 'no document',
};

let world: TransferWorld;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

for (const locale of ['en', 'ar'] as const) {
  test(`the viewers of documents are judged by axe (${locale})`, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('coffer.preferences', JSON.stringify({ locale: chosen })),
      locale,
    );
    const say = wordsOf(locale);
    const { see, findings } = sightOf(page, locale === 'ar' ? LOOKS.rightToLeft : EVERY_LOOK, 'documents');
    const session = await world.person.call('getSession');
    if (session.state !== 'signed_in') throw new Error('the session did not open');
    const body = { parentId: session.personalSpace.rootId, name: `documents ${locale}` };
    const folder = await world.person.call('createFolder', { body });
    const shown: Readonly<Record<string, (preview: Locator) => Locator>> = {
      'report.md': (preview) => preview.getByRole('heading', { name: 'Count' }),
      'counts.csv': (preview) => preview.getByRole('gridcell', { name: 'Curlew' }),
      'bundle.zip': (preview) => preview.getByText('secret.txt'),
      'count.json': (preview) => preview.getByRole('treeitem', { name: /night/ }),
      'face.ttf': (preview) => preview.getByText(say('font.sentence')).first(),
      'broken.json': (preview) => preview.getByText(say('json.invalid', { line: '2' })),
      'survey.docx': (preview) => preview.frameLocator('iframe').getByText('Curlew'),
      'talk.pptx': (preview) => preview.frameLocator('iframe').getByText('Reed bed survey'),
      'survey.odt': (preview) => preview.frameLocator('iframe').getByText('Curlew'),
      'talk.odp': (preview) => preview.frameLocator('iframe').getByText('Reed bed survey'),
      'counts.xlsx': (preview) => preview.getByRole('gridcell', { name: 'Curlew' }),
      'count.eml': (preview) => preview.frameLocator('iframe').getByText('41 curlews.'),
      'count.ipynb': (preview) => preview.frameLocator('iframe').getByText('Curlew'),
      'reeds.epub': (preview) => preview.frameLocator('iframe').getByRole('heading', { name: 'The reeds' }),
      'heron.stl': (preview) => preview.frameLocator('iframe').getByRole('img'),
      'damaged.docx': (preview) => preview.getByText(say('framed.damaged.title')),
    };
    for (const [name, content] of Object.entries(FILES))
      await world.person.upload(folder.id, name, Buffer.from(content));
    const { items } = await world.person.call('listChildren', { params: { nodeId: folder.id } });
    await page.goto(`${world.coffer.url}/s/${world.spaceId}/${items[0]?.id}/view`);
    await page.getByLabel(say('sign-in.name')).fill(ADMINISTRATOR.email);
    await page.getByLabel(say('sign-in.password'), { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click();
    for (const [at, { name }] of items.entries()) {
      if (at > 0) await page.getByRole('button', { name: say('preview.next'), exact: true }).click();
      const place = shown[name]?.(page.getByRole('dialog', { name }));
      if (place === undefined) throw new Error(`nothing is said to be seen of ${name}`);
      await expect(place).toBeVisible();
      await see(`${name.replace('.', '-')}-${locale}`);
    }
    expect(items).toHaveLength(Object.keys(FILES).length);
    expect(findings).toEqual([]);
  });
}

test('a font is shown by samples, and a damaged one says so', async ({ page }) => {
  const folderId = await world.open(page, 'fonts');
  const font = await world.person.upload(folderId, 'face.ttf', FONT);
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${font.id}/view`);
  const preview = page.getByRole('dialog', { name: 'face.ttf' });
  await preview.getByRole('textbox', { name: 'Your own text' }).fill('Reed warbler');
  const sample = preview.getByText('Reed warbler').first();
  await expect(sample).toBeVisible();
  expect(await sample.evaluate((line) => getComputedStyle(line).fontFamily)).toMatch(/^preview-/);
  expect(await page.evaluate(() => Array.from(document.fonts, ({ status }) => status))).toEqual(['loaded']);
  const damaged = await world.person.upload(folderId, 'damaged.ttf', FONT.subarray(0, 20_000));
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${damaged.id}/view`);
  await expect(page.getByText('Couldn’t show this file')).toBeVisible();
});
