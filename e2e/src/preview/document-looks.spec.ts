import type { NodeView } from '@coffer/contracts';
import { createZip } from '@coffer/testing/archives';
import { expect, type Locator, test } from '@playwright/test';
import { ADMINISTRATOR } from '../first-start.ts';
import { sightOf } from '../judge-screens.ts';
import { EVERY_LOOK, LOOKS } from '../screens/looks.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { wordsOf } from '../words.ts';

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
  'broken.json': '{\n"a": x\n}',
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
      'broken.json': (preview) => preview.getByText(say('json.invalid', { line: '2' })),
    };
    let isSignedIn = false;
    for (const [name, content] of Object.entries(FILES)) {
      const { id }: NodeView = await world.person.upload(folder.id, name, Buffer.from(content));
      await page.goto(`${world.coffer.url}/s/${world.spaceId}/${id}/view`);
      if (!isSignedIn) {
        await page.getByLabel(say('sign-in.name')).fill(ADMINISTRATOR.email);
        await page.getByLabel(say('sign-in.password'), { exact: true }).fill(ADMINISTRATOR.password);
        await page.getByRole('button', { name: say('sign-in.submit'), exact: true }).click();
        isSignedIn = true;
      }
      const place = shown[name]?.(page.getByRole('dialog', { name }));
      if (place === undefined) throw new Error(`nothing is said to be seen of ${name}`);
      await expect(place).toBeVisible();
      await see(`${name.replace('.', '-')}-${locale}`);
    }
    expect(findings).toEqual([]);
  });
}
