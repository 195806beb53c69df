import { renderAsync } from 'docx-preview';
import { packZip } from '../../lib/zip/pack-zip.ts';
import type { DrawJob, Drawing } from '../drawer.ts';
import { makeHarmless } from '../harmless.ts';
import { openParts } from '../open-parts.ts';
import { layPages } from '../pages.ts';
import type { OutlineStep } from '../protocol.ts';
import './docx.css';

const OPTIONS = {
  className: 'docx',
  inWrapper: false,
  // Otherwise the library would show embedded HTML in frames.
  renderAltChunks: false,
  renderComments: false,
  experimental: false,
} as const;

export async function drawDocx(job: DrawJob): Promise<Drawing> {
  const parts = await openParts(job);
  const shelf = document.createElement('main');
  shelf.className = 'docx-shelf';
  const styles = document.createElement('div');
  await renderAsync(packZip(parts), shelf, styles, OPTIONS);
  makeHarmless(shelf);
  job.desk.append(styles, shelf);
  const pages = Array.from(shelf.querySelectorAll<HTMLElement>(':scope > section'));
  for (const page of pages) page.dir = 'auto';
  const headings = markHeadings(shelf);
  const { scale } = layPages({ ...job, say: () => undefined }, shelf, pages);
  watchHeadings(job, headings);
  return {
    count: pages.length,
    outline: headings.map(({ textContent, ariaLevel }, place): OutlineStep => {
      return { place, depth: Number(ariaLevel), text: textContent.trim().slice(0, 200) };
    }),
    scale,
    go: (place) => headings[place]?.scrollIntoView({ block: 'start' }),
  };
}

/** Adds heading roles, because the library draws headings as styled paragraphs. */
function markHeadings(shelf: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const paragraph of shelf.querySelectorAll<HTMLElement>('p[class*="docx_heading"], p.docx_title')) {
    if (paragraph.textContent.trim() === '') continue;
    const level = /docx_heading(\d)/.exec(paragraph.className)?.[1] ?? '1';
    paragraph.role = 'heading';
    paragraph.ariaLevel = level;
    found.push(paragraph);
  }
  return found;
}

function watchHeadings({ desk, say }: DrawJob, headings: readonly HTMLElement[]): void {
  desk.addEventListener('scroll', () => {
    const after = headings.findIndex(
      (heading) => heading.getBoundingClientRect().top > desk.clientHeight / 4,
    );
    say({ say: 'at', place: Math.max(0, (after < 0 ? headings.length : after) - 1) });
  });
}
