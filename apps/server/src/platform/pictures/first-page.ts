import { openDocument } from './pdfium.ts';

export interface RawPicture {
  /** RGBA, four bytes per pixel. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface FirstPage extends RawPicture {
  /** Size in points, as the document defines it. */
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/**
 * Draws the first page on white, with a longer edge of `edge` pixels. Throws if the document cannot be opened, for
 * example without its password.
 */
export async function drawFirstPage(bytes: Buffer, edge: number): Promise<FirstPage> {
  const document = await openDocument(bytes);
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
