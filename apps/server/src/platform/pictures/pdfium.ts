import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

const MAGIC = '%PDF-';
/** Some programs write other bytes before the header. */
const MAGIC_WITHIN_BYTES = 1_024;

let library: Promise<PDFiumLibrary> | undefined;

export function isDocument(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC_WITHIN_BYTES).includes(MAGIC);
}

/** Throws if the document cannot be opened, for example without its password. Destroy the document after use. */
export async function openDocument(bytes: Buffer): Promise<PDFiumDocument> {
  // Loaded with the first document, because it takes as much memory as everything else here.
  library ??= loadLibrary();
  return await (await library).loadDocument(bytes);
}

async function loadLibrary(): Promise<PDFiumLibrary> {
  const { PDFiumLibrary: Library } = await import('@hyzyla/pdfium');
  return await Library.init();
}
