import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import pdfWorkerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { startWorker } from '../../lib/trusted-types.ts';

/** Fonts, character maps and decoders that documents may need, copied beside the application by the build. */
const ASSETS = '/pdfjs/';

export type PdfDocument = PDFDocumentProxy;

/** Opens a document by its address; pages are fetched as they are needed where the store allows ranges. */
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

/** Draws one page into `canvas` for a width in CSS pixels, and its text over it for selection and screen readers. */
export async function drawPage(
  pdf: PdfDocument,
  target: {
    readonly number: number;
    readonly canvas: HTMLCanvasElement;
    readonly text: HTMLElement;
    readonly width: number;
  },
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(target.number);
  signal.throwIfAborted();
  const scale = target.width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio, 2);
  const { canvas, text } = target;
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  canvas.style.aspectRatio = `${viewport.width} / ${viewport.height}`;
  const rendering = page.render({ canvas, viewport: page.getViewport({ scale: scale * density }) });
  signal.addEventListener('abort', () => rendering.cancel(), { once: true });
  await rendering.promise;
  signal.throwIfAborted();
  text.replaceChildren();
  text.style.setProperty('--total-scale-factor', String(scale));
  await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
}
