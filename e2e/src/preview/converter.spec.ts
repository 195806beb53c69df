import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { judge } from '../judge-screens.ts';
import { createPdf } from '../sample-files.ts';
import { startTransferWorld, type TransferWorld } from '../transfers-world.ts';
import { createDocx } from './office-files.ts';
import { showFile } from './shown-file.ts';

interface Service extends AsyncDisposable {
  readonly origin: string;
  readonly asked: string[];
  /** Until then files wait. */
  readonly answer: (status: 200 | 400) => void;
}

/** Speaks Gotenberg's contract: a form with one file comes in, a PDF goes out. */
async function startService(): Promise<Service> {
  const asked: string[] = [];
  let open = Promise.withResolvers<200 | 400>();
  const reply = async (response: ServerResponse): Promise<void> => {
    const status = await open.promise;
    open = Promise.withResolvers();
    response.writeHead(status, { 'content-type': 'application/pdf' });
    response.end(status === 200 ? createPdf('Laid out as its program does') : '');
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const form = Buffer.concat(parts).toString('latin1');
      asked.push(`${request.method} ${request.url} ${/filename="([^"]*)"/.exec(form)?.[1]}`);
      void reply(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (status) => open.resolve(status),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

let service: Service;
let world: TransferWorld;

test.beforeAll(async () => {
  service = await startService();
  world = await startTransferWorld({ environment: { COFFER_CONVERTER: service.origin } });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test('an office file is shown as PDF, before that as the browser draws it, and rejected ones stay so', async ({
  page,
}) => {
  const letter = await showFile(world, page, { name: 'My secret survey.docx', content: createDocx() });
  await expect(letter.preview.getByText('Preparing this document…').last()).toBeVisible();
  expect(await judge(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('preparing.png') });
  await letter.preview.getByRole('button', { name: 'Show a simpler view now' }).click();
  await expect(letter.drawn.getByText('Curlew')).toBeVisible();
  service.answer(200);
  const pages = letter.preview.getByText('Laid out as its program does');
  await expect(async () => {
    await page.reload();
    await expect(pages).toBeVisible({ timeout: 10_000 });
  }).toPass();
  expect(service.asked).toEqual(['POST /forms/libreoffice/convert document.docx']);
  await page.screenshot({ path: test.info().outputPath('converted.png') });
  expect(await judge(page)).toEqual([]);

  service.answer(400);
  const old = await showFile(world, page, {
    name: 'old.doc',
    content: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  });
  await expect(old.preview.getByText('No preview available')).toBeVisible();
  await expect(old.preview.getByText('Document', { exact: true })).toBeVisible();
  expect(service.asked.at(-1)).toBe('POST /forms/libreoffice/convert document.doc');
});
