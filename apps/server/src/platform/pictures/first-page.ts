import type { PDFiumLibrary } from '@hyzyla/pdfium';

export interface RawPicture {
  /** Four channels. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface FirstPage extends RawPicture {
  /** In points, as the document says. */
  readonly pageWidth: number;
  readonly pageHeight: number;
}

const MAGIC = '%PDF-';
/** Some programs write bytes before the header. */
const MAGIC_WITHIN_BYTES = 1_024;

let library: Promise<PDFiumLibrary> | undefined;

export function isDocument(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC_WITHIN_BYTES).includes(MAGIC);
}

/**
 * On white, with a longer edge of that many pixels. Throws if it cannot be opened, for example without its password.
 */
export async function drawFirstPage(bytes: Buffer, edge: number): Promise<FirstPage> {
  // Loaded with the first document: it takes as much memory as everything else here.
  library ??= loadLibrary();
  const document = await (await library).loadDocument(bytes);
  try {
    const page = document.getPage(0);
    const { originalWidth: pageWidth, originalHeight: pageHeight } = page.getOriginalSize();
    const scale = edge / Math.max(pageWidth, pageHeight);
    if (!Number.isFinite(scale) || scale <= 0) throw new Error('the page has no size');
    const { data, width, height } = await page.render({
      width: pixels(pageWidth * scale),
      height: pixels(pageHeight * scale),
    });
    return { data, width, height, pageWidth: pixels(pageWidth), pageHeight: pixels(pageHeight) };
  } finally {
    document.destroy();
  }
}

function pixels(length: number): number {
  return Math.max(1, Math.round(length));
}

async function loadLibrary(): Promise<PDFiumLibrary> {
  const { PDFiumLibrary: Library } = await import('@hyzyla/pdfium');
  return await Library.init();
}
