import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import pdfWorkerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { startWorker } from '../../../lib/trusted-types.ts';

const ASSETS = '/pdfjs/';

export type PdfDocument = PDFDocumentProxy;

/** Pages load on demand if the store supports ranges. */
export async function openPdf(url: string, signal: AbortSignal): Promise<PdfDocument> {
  GlobalWorkerOptions.workerPort ??= startWorker(new URL(pdfWorkerUrl, location.href), { name: 'pdf' });
  const task = getDocument({
    url,
    withCredentials: false,
    cMapUrl: `${ASSETS}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    wasmUrl: `${ASSETS}wasm/`,
    enableXfa: false,
  });
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  return await task.promise;
}

/** Width divided by height: the placeholder for undrawn pages. */
export async function ratioOfFirstPage(pdf: PdfDocument): Promise<number> {
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return width / height;
}

/** Browsers reject larger canvases, and phones lack the memory for several. */
const PIXELS_MAX = 16_000_000;

/** Draws for a width in CSS pixels, with a text layer. Returns width divided by height. */
export async function drawPage(
  pdf: PdfDocument,
  target: {
    readonly number: number;
    readonly canvas: HTMLCanvasElement;
    readonly text: HTMLElement;
    readonly width: number;
  },
  signal: AbortSignal,
): Promise<number> {
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
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
  return width / height;
}
