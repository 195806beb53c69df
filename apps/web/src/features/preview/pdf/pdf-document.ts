import { KIB, MIB } from '@coffer/kit';
import {
  GlobalWorkerOptions,
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  TextLayer,
} from 'pdfjs-dist';
import { fetchRange } from '../fetching/fetch-range.ts';
import type { FreshUrl } from '../fetching/fresh-url.ts';
import { PdfRanges } from './pdf-ranges.ts';
import { pdfWorker } from './pdf-worker.ts';

const ASSETS = '/pdfjs/';

export type PdfDocument = PDFDocumentProxy;

/** Larger files are not read whole, but by parts, as their pages are needed. */
const WHOLE_BYTES_MAX = 20 * MIB;

/** Smaller files are one request. */
const PARTS_BYTES_MIN = 128 * KIB;

export interface PdfRequest {
  readonly freshUrl: FreshUrl;
  readonly sizeBytes: number;
  readonly signal: AbortSignal;
  /** Called if the file needs a password. `answer` tries a password. */
  readonly onPassword: (isWrong: boolean, answer: (password: string) => void) => void;
  /** Called if a part of the file cannot be read, even after the document was opened. */
  readonly onLost: () => void;
}

/** Resolves when the worker has closed the last document. pdf.js opens no other before. */
let closing: Promise<unknown> = Promise.resolve();

export async function openPdf(request: PdfRequest): Promise<PdfDocument> {
  const { freshUrl, sizeBytes, signal, onPassword, onLost } = request;
  await closing;
  signal.throwIfAborted();
  GlobalWorkerOptions.workerPort ??= pdfWorker();
  const isLarge = sizeBytes > WHOLE_BYTES_MAX;
  const range = new PdfRanges({ sizeBytes, freshUrl, onLost });
  const source =
    sizeBytes > PARTS_BYTES_MIN
      ? { range }
      : { data: await fetchRange({ freshUrl, range: [0, sizeBytes - 1], signal }) };
  const task = getDocument({
    ...source,
    cMapUrl: `${ASSETS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    wasmUrl: `${ASSETS}wasm/`,
    enableXfa: false,
    disableAutoFetch: isLarge,
    disableStream: isLarge,
  });
  if ('range' in source && !isLarge) void range.stream();
  task.onPassword = (answer: (password: string) => void, reason: number): void =>
    onPassword(reason === PasswordResponses.INCORRECT_PASSWORD, answer);
  const close = (): void => {
    closing = Promise.allSettled([closing, task.destroy()]);
  };
  signal.addEventListener('abort', close, { once: true });
  return await task.promise;
}

/** Width divided by height, for the placeholders of unrendered pages. */
export async function ratioOfFirstPage(pdf: PdfDocument): Promise<number> {
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return width / height;
}

/** Maximum size of a canvas. Browsers reject larger ones, and phones lack the memory for several. */
export const PIXELS_MAX = 16_000_000;

export interface DrawnPage {
  /** Width divided by height. */
  readonly ratio: number;
  /** One element per text item, in the order of pdf.js. */
  readonly words: readonly HTMLElement[];
}

/** Draws a page and its text layer for a width in CSS pixels. */
export async function drawPage(
  pdf: PdfDocument,
  target: {
    readonly number: number;
    readonly canvas: HTMLCanvasElement;
    readonly text: HTMLElement;
    readonly width: number;
  },
  signal: AbortSignal,
): Promise<DrawnPage> {
  const page = await pdf.getPage(target.number);
  signal.throwIfAborted();
  const scale = target.width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const { width, height } = viewport;
  const density = Math.min(window.devicePixelRatio, 2, Math.sqrt(PIXELS_MAX / (width * height)));
  const { canvas, text } = target;
  canvas.width = Math.floor(width * density);
  canvas.height = Math.floor(height * density);
  const rendering = page.render({ canvas, viewport: page.getViewport({ scale: scale * density }) });
  signal.addEventListener('abort', () => rendering.cancel(), { once: true });
  await rendering.promise;
  signal.throwIfAborted();
  text.replaceChildren();
  text.style.setProperty('--total-scale-factor', String(scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
  await layer.render();
  return { ratio: width / height, words: layer.textDivs };
}

/** Draws a page without its text layer for a width in CSS pixels. */
export async function drawThumbnail(
  pdf: PdfDocument,
  target: { readonly number: number; readonly canvas: HTMLCanvasElement; readonly width: number },
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(target.number);
  signal.throwIfAborted();
  const scale = (target.width * Math.min(window.devicePixelRatio, 2)) / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  target.canvas.width = Math.floor(viewport.width);
  target.canvas.height = Math.floor(viewport.height);
  const rendering = page.render({ canvas: target.canvas, viewport });
  signal.addEventListener('abort', () => rendering.cancel(), { once: true });
  await rendering.promise;
}
