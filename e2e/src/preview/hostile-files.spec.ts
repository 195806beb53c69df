// Nothing that a file says is run, fetched or obeyed, whatever draws it.
import { readFileSync } from 'node:fs';
import { createZip } from '@coffer/testing/archives';
import { sized } from '@coffer/testing/campaign';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { joinTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { type HostileListener, startHostileListener } from './hostile-listener.ts';
import { createDocx, createOdp, createOdt, createPptx, createXlsx, paragraph } from './office-files.ts';
import { createEpub, createGltf, createMail, createNotebook } from './reading-files.ts';
import { showFile } from './shown-file.ts';

const MIB = 1_024 * 1_024;
/** The others wait for the campaigns. */
const IN_GATE = /^(?:hostile\.(?:docx|eml)|ratio\.xlsx)$/;
const isTried = (name: string): boolean => sized({ gate: IN_GATE.test(name), campaign: true });

let world: TransferWorld;
let listener: HostileListener;

test.beforeAll(async () => {
  world = await joinTransferWorld();
  listener = await startHostileListener();
});

test.afterAll(async () => {
  await listener[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** Everything that HTML has to act, to fetch, to send and to lead away. */
function hostileHtml(from: string): string {
  const at = `${listener.url}/${from}`;
  return `<p>Hostile text</p>
<script>ran('${from} script')</script><script src="${at}/script.js"></script>
<img src="${at}/picture.png" srcset="${at}/set.png 2x" onerror="ran('${from} error')" alt="remote">
<img src="x" onerror="ran('${from} broken')"/>
<svg onload="ran('${from} svg')"><script>ran('${from} svg script')</script><image href="${at}/svg.png"/><a href="javascript:ran('${from} svg link')"><text>svg link</text></a><use href="${at}/use.svg#x"/></svg>
<math><mtext><img src="x" onerror="ran('${from} math')"/></mtext></math>
<iframe src="${at}/frame"></iframe><iframe srcdoc="&lt;script&gt;parent.ran('${from} srcdoc')&lt;/script&gt;"></iframe>
<object data="${at}/object"></object><embed src="${at}/embed"/>
<video src="${at}/film.mp4" poster="${at}/poster.png" autoplay="autoplay"></video><audio src="${at}/sound.mp3" autoplay="autoplay"></audio>
<link rel="stylesheet" href="${at}/style.css"/><link rel="preconnect" href="${at}"/><link rel="prefetch" href="${at}/prefetch"/>
<style>@import url(${at}/import.css); body { background: url(${at}/style.png) }</style>
<p style="background: url(${at}/inline.png)" onclick="ran('${from} click')" onmouseover="ran('${from} over')">styled words</p>
<meta http-equiv="refresh" content="0;url=${at}/refresh"/><base href="${at}/"/>
<form action="${at}/form" method="post"><input name="a" autofocus="autofocus" onfocus="ran('${from} focus')"/><button>send form</button></form>
<a href="javascript:ran('${from} link')">script link</a> <a href="data:text/html,x" ping="${at}/ping">data link</a>
<body background="${at}/body.png" onload="ran('${from} body')">`;
}

function corpus(): Readonly<Record<string, Buffer>> {
  const remote = (id: string, type: string) => ({
    id,
    type,
    target: `${listener.url}/office.png`,
    isExternal: true,
  });
  const script = {
    id: 'rX',
    type: 'hyperlink',
    target: 'javascript:ran(&quot;office&quot;)',
    isExternal: true,
  };
  const picture = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rP"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const slidePicture =
    '<p:pic><p:nvPicPr><p:cNvPr id="9" name="remote"><a:hlinkClick r:id="rX"/></p:cNvPr><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="rP" r:embed="rP"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm></p:spPr></p:pic>';
  const odf = `<text:p><text:a xlink:href="javascript:ran('odf')">script link</text:a><draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${listener.url}/odf.png"/></draw:frame><office:event-listeners/></text:p><text:p>Hostile text</text:p>`;
  return {
    'hostile.docx': createDocx({
      body: `${paragraph('Hostile text')}${picture}<w:p><w:hyperlink r:id="rX"><w:r><w:t>script link</w:t></w:r></w:hyperlink></w:p><w:altChunk r:id="rC"/>`,
      relations: [remote('rP', 'image'), script, { id: 'rC', type: 'aFChunk', target: 'chunk.html' }],
      more: [{ name: 'word/chunk.html', content: Buffer.from(hostileHtml('chunk')) }],
    }),
    'hostile.pptx': createPptx({
      titles: ['Hostile text'],
      shapes: slidePicture,
      relations: [remote('rP', 'image'), script],
    }),
    'hostile.odt': createOdt(odf),
    'hostile.odp': createOdp(`<draw:frame><draw:text-box>${odf}</draw:text-box></draw:frame>`),
    'hostile.xlsx': createXlsx({
      a: [
        ['Hostile text', `=WEBSERVICE(${listener.url})`, '=HYPERLINK(1)', '&lt;img src=x onerror=ran(1)&gt;'],
      ],
    }),
    'hostile.eml': createMail({ html: hostileHtml('mail') }),
    'hostile.ipynb': createNotebook(
      [
        { output_type: 'display_data', data: { 'text/html': hostileHtml('output') } },
        { output_type: 'display_data', data: { 'application/javascript': 'ran("javascript")' } },
        {
          output_type: 'display_data',
          data: {
            'image/svg+xml': `<svg xmlns="http://www.w3.org/2000/svg" onload="ran('svg')"><script>ran('svg')</script><image href="${listener.url}/svg.png"/></svg>`,
          },
        },
      ],
      hostileHtml('cell'),
    ),
    'hostile.epub': createEpub({ first: hostileHtml('book') }),
    'hostile.gltf': createGltf({ imageUri: `${listener.url}/texture.png` }),
    'remote.gltf': createGltf({ bufferUri: `${listener.url}/points.bin` }),
    'hostile.html': Buffer.from(hostileHtml('page')),
    'hostile.svg': Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="ran('svg')"><script>ran('svg')</script><image href="${listener.url}/image.png"/><text y="20">Hostile text</text></svg>`,
    ),
    'hostile.md': Buffer.from(hostileHtml('markdown')),
  };
}

test('no script of a file runs, no request leaves, and the page stays where it is', async ({ page }) => {
  test.setTimeout(600_000);
  const ran: string[] = [];
  const opened: string[] = [];
  await page.exposeFunction('ran', (what: string) => ran.push(what));
  page.on('popup', (popup) => opened.push(popup.url()));
  for (const [name, content] of Object.entries(corpus()).filter(([each]) => isTried(each))) {
    const { preview } = await showFile(world, page, { name, content });
    await settled(page, name);
    const address = page.url();
    for (const frame of page.frames().slice(1)) {
      for (const words of ['script link', 'data link', 'svg link', 'styled words', 'send form']) {
        const [first] = await frame.getByText(words, { exact: true }).all();
        await first?.click({ timeout: 2_000, force: true }).catch(() => undefined);
      }
      await frame.evaluate(async () => await new Promise((resolve) => setTimeout(resolve, 200)));
    }
    expect(page.url(), name).toBe(address);
    await expect(preview, name).toBeVisible();
    const frames = page.frames().map((frame) => new URL(frame.url(), 'about:blank').href);
    const foreign = frames.filter((url) => !url.startsWith(world.coffer.url) && url !== 'about:blank');
    expect(foreign, name).toEqual([]);
  }
  expect(ran).toEqual([]);
  expect(opened).toEqual([]);
  expect(listener.asked).toEqual([]);
});

/** Until the viewer has drawn the file, or says that it can't. */
async function settled(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('progressbar').or(page.getByText('Opening')), name).toHaveCount(0);
  await page.waitForTimeout(700);
}

test('without the policies the listener would hear a request, and the page a script', async ({ browser }) => {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const ran: string[] = [];
  await page.exposeFunction('ran', (what: string) => ran.push(what));
  await using other = await startHostileListener();
  await page.goto(world.coffer.url);
  const html = `<img src="${other.url}/picture.png" onerror="ran('error')">`;
  await page.evaluate((text) => {
    document.body.append(document.createRange().createContextualFragment(text));
  }, html);
  await expect.poll(() => [other.asked, ran]).toEqual([['/picture.png'], ['error']]);
  await context.close();
});

function deep(tag: string, times: number): string {
  return `<${tag}>`.repeat(times) + `</${tag}>`.repeat(times);
}

/** The most memory that a process of a page ever had, frames included. */
async function peakOfRenderers(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/^VmHWM:\s+(\d+) kB$/m.exec(statusOf(id))?.[1] ?? 0) * 1_024);
  return Math.max(0, ...peaks);
}

function statusOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/status`, 'utf8');
  } catch (error) {
    // It has ended meanwhile, or this is no Linux.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

test('zip bombs and endless trees are rejected, and the page stays usable', async ({ page, browser }) => {
  test.setTimeout(600_000);
  const zeros = Buffer.alloc(80 * MIB);
  const bombs: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
    'ratio.pptx': [
      createZip([{ name: 'ppt/presentation.xml', content: zeros, isPacked: true }]),
      /too large/,
    ],
    'ratio.xlsx': [createZip([{ name: 'xl/workbook.xml', content: zeros, isPacked: true }]), /too large/],
    'together.odt': [
      createZip(
        Array.from({ length: 5 }, (_, at) => ({
          name: `${at}`,
          content: zeros.subarray(0, 50 * MIB),
          isPacked: true,
        })),
      ),
      /too large/,
    ],
    'entries.epub': [
      createZip(Array.from({ length: 100_000 }, (_, at) => ({ name: `a/${at}` }))),
      /too large/,
    ],
    'nested.docx': [
      createZip([
        { name: 'word/document.xml', content: createZip([{ name: 'a', content: zeros, isPacked: true }]) },
      ]),
      /Couldn’t read/,
    ],
    'deep.docx': [
      createDocx({ body: deep('w:p', 50_000) }),
      /Couldn’t read|takes too long|The layout may differ/,
    ],
    'deep.odt': [createOdt(deep('text:span', 50_000)), /Couldn’t read|the layout may differ/],
    'deep.eml': [createMail({ html: deep('div', 100_000) }), /night count/],
    'parts.eml': [
      Buffer.from(
        `Content-Type: multipart/mixed; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(10_000)}`,
      ),
      /Couldn’t read|no subject/,
    ],
  };
  for (const [name, [content, words]] of Object.entries(bombs).filter(([each]) => isTried(each))) {
    const { preview } = await showFile(world, page, { name, content });
    await expect(preview.getByText(words).first(), name).toBeVisible();
    const before = Date.now();
    await page.evaluate(() => document.title);
    expect(Date.now() - before, `${name}: the page answers`).toBeLessThan(2_000);
    const peak = await peakOfRenderers(browser);
    console.log(`${name}: at most ${Math.round(peak / MIB)} MiB in a process of the page`);
    expect(peak, `${name}: memory`).toBeLessThan(1_024 * MIB);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
