import { printSheets } from '../find/print-sheets.ts';
import { PIXELS_MAX, type PdfDocument } from './pdf-document.ts';

export const PAGES_PRINTED_MAX = 300;
const PIXELS_PER_POINT = 150 / 72;
const QUALITY = 0.92;

interface Printing {
  readonly onPage: (page: number) => void;
  /** The note that takes the place of a page that cannot be drawn. */
  readonly undrawn: (page: number) => string;
  readonly signal: AbortSignal;
}

/**
 * Prints the pages as images, because pdf.js only prints with its own viewer. Rejects if none of them can be drawn.
 */
export async function printPages(pdf: PdfDocument, { onPage, undrawn, signal }: Printing): Promise<void> {
  const sheets = document.createElement('div');
  const urls: string[] = [];
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, PAGES_PRINTED_MAX); number += 1) {
      onPage(number);
      const [drawn] = await Promise.allSettled([drawSheet(pdf, number, signal)]);
      signal.throwIfAborted();
      if (drawn.status === 'rejected') {
        const note = document.createElement('p');
        note.textContent = undrawn(number);
        sheets.append(note);
        continue;
      }
      const url = URL.createObjectURL(drawn.value);
      urls.push(url);
      const image = new Image();
      image.src = url;
      image.alt = '';
      await image.decode();
      signal.throwIfAborted();
      sheets.append(image);
    }
    if (urls.length === 0) throw new Error('no page can be drawn');
    printSheets(sheets, 'pages');
  } finally {
    for (const url of urls) URL.revokeObjectURL(url);
  }
}

async function drawSheet(pdf: PdfDocument, number: number, signal: AbortSignal): Promise<Blob> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(PIXELS_MAX / (width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const rendering = page.render({ canvas, viewport, intent: 'print' });
  const stop = (): void => rendering.cancel();
  signal.addEventListener('abort', stop, { once: true });
  await rendering.promise;
  signal.removeEventListener('abort', stop);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
  canvas.width = 0;
  if (blob === null) throw new Error('a page is too large to be drawn');
  return blob;
}
