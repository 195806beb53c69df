import type { PdfDocument } from '../pdf-document.ts';

export interface Chapter {
  readonly title: string;
  /** Nesting depth, from 0. */
  readonly depth: number;
  /** Undefined if the target cannot be resolved to a page of this document. */
  readonly page: number | undefined;
}

const CHAPTERS_MAX = 2_000;
const DEPTH_MAX = 8;
const TITLE_MAX = 200;

type Outline = Awaited<ReturnType<PdfDocument['getOutline']>>;

/** Reads the outline as a flat list, in reading order. */
export async function readOutline(pdf: PdfDocument): Promise<readonly Chapter[]> {
  const chapters: Chapter[] = [];
  const read = async (items: Outline, depth: number): Promise<void> => {
    for (const { title, dest, items: inner } of items) {
      if (chapters.length >= CHAPTERS_MAX) return;
      chapters.push({ title: title.trim().slice(0, TITLE_MAX), depth, page: await pageOf(pdf, dest) });
      if (depth < DEPTH_MAX) await read(inner, depth + 1);
    }
  };
  // Despite its type, the result is null for a file without an outline.
  await read((await pdf.getOutline()) ?? [], 0);
  return chapters;
}

async function pageOf(pdf: PdfDocument, dest: Outline[number]['dest']): Promise<number | undefined> {
  const [found] = await Promise.allSettled([resolvePage(pdf, dest)]);
  return found.status === 'fulfilled' ? found.value : undefined;
}

async function resolvePage(pdf: PdfDocument, dest: Outline[number]['dest']): Promise<number | undefined> {
  const destination: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  const first: unknown = Array.isArray(destination) ? destination[0] : undefined;
  const index = isReference(first) ? await pdf.getPageIndex(first) : first;
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= pdf.numPages)
    return undefined;
  return index + 1;
}

function isReference(value: unknown): value is { readonly num: number; readonly gen: number } {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}
