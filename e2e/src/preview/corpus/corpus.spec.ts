// Real and odd files, each opened as a person does: by walking through the folder.
import { sized } from '@coffer/testing/campaign';
import { expect, type Page, test } from '@playwright/test';
import { LOOKS } from '../../screens/looks.ts';
import { sightOf } from '../../judge-screens.ts';
import { joinTransferWorld, type TransferWorld } from '../../transfers-world.ts';
import type { CorpusFile } from './corpus-file.ts';
import { archiveCorpus, documentCorpus } from './document-corpus.ts';
import { pictureCorpus } from './picture-corpus.ts';
import { textCorpus } from './text-corpus.ts';

const CORPORA = {
  pictures: pictureCorpus,
  texts: textCorpus,
  documents: documentCorpus,
  archives: archiveCorpus,
} as const;

/** Of each corpus. The others wait for the campaigns. */
const IN_GATE = 1;

let world: TransferWorld;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

for (const [kind, corpus] of Object.entries(CORPORA)) {
  test(`${kind} of many kinds are shown, or say why not`, async ({ page }) => {
    const files = corpus().slice(0, sized({ gate: IN_GATE, campaign: Number.POSITIVE_INFINITY }));
    const looks = [...LOOKS.special.filter(({ name }) => name === 'phone'), ...LOOKS.everyday];
    const { see } = sightOf(
      page,
      looks.map((look) => ({ ...look, isJudged: false })),
      `corpus-${kind}`,
    );
    const folderId = await world.addFolder(kind);
    for (const { name, content } of files) await world.person.upload(folderId, name, content);
    const { items } = await world.person.call('listChildren', { params: { nodeId: folderId } });
    const first = items[0];
    if (first === undefined) throw new Error('the folder is empty');
    await world.preview(page, first);
    const unseen: string[] = [];
    for (const [at, { name }] of items.entries()) {
      const corpusFile = files.find((each) => each.name === name);
      if (corpusFile === undefined) throw new Error(`${name} was not asked for`);
      await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
      if (!(await isSeen(page, corpusFile))) unseen.push(name);
      await see(`${String(at).padStart(3, '0')}-${name.slice(0, 40).replaceAll(/[^\p{L}\p{N}.]+/gu, '-')}`);
      if (at < items.length - 1) await page.getByRole('button', { name: 'Next file' }).click();
    }
    expect(unseen).toEqual([]);
  });
}

async function isSeen(page: Page, { name, sight }: CorpusFile): Promise<boolean> {
  const preview = page.getByRole('dialog', { name, exact: true });
  const place = {
    // Its thumbnail, which is shown before it, has no name.
    picture: () => preview.locator('img[src]:not([alt=""])').first(),
    player: () => preview.locator('video, audio').first(),
    canvas: () => preview.locator('canvas').first(),
    drawing: () => preview.frameLocator('iframe').first().locator('canvas'),
    words: () => preview.getByText(sight.is === 'words' ? sight.words : '').first(),
    framed: () =>
      preview
        .frameLocator('iframe')
        .first()
        .getByText(sight.is === 'framed' ? sight.words : '')
        .first(),
  }[sight.is]();
  try {
    await expect(place).toBeVisible({ timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
