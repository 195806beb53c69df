import { type DrawJob, type Drawing, Refused } from '../drawer.ts';
import { openParts, parseXml, textOf } from '../open-parts.ts';
import { layPages } from '../pages.ts';
import type { OutlineStep } from '../protocol.ts';
import { attributeOf, elementsOf } from './odf-names.ts';
import { type OdfStyles, readStyles } from './odf-styles.ts';
import { OdfWriter } from './odf-writer.ts';
import './odf.css';

/** Draws text documents and presentations of OpenDocument: text, pictures, tables and plain formatting. */
export async function drawOdf(job: DrawJob): Promise<Drawing> {
  const parts = await openParts(job);
  const source = textOf(parts, 'content.xml');
  if (source === undefined) throw new Refused('damaged');
  if (/<manifest:encryption-data/.test(textOf(parts, 'META-INF/manifest.xml') ?? ''))
    throw new Refused('encrypted');
  const content = parseXml(source);
  const styles = readStyles([parseXml(textOf(parts, 'styles.xml') ?? '<none/>'), content]);
  const [body] = elementsOf(content, 'office:body');
  if (body === undefined) throw new Refused('damaged');
  const writer = new OdfWriter({ parts, styles });
  const shelf = document.createElement('main');
  shelf.className = 'odf-shelf';
  const slides = elementsOf(body, 'draw:page');
  const pages =
    slides.length > 0
      ? slides.map((slide, place) => slideOf(slide, { writer, styles, words: job.words, place }))
      : [textPage(body, { writer, styles })];
  shelf.append(...pages);
  if (writer.isCut) shelf.append(cutNote(job));
  job.desk.append(shelf);
  if (slides.length > 0) return { count: slides.length, ...layPages(job, shelf, pages) };
  const { scale } = layPages({ ...job, say: () => undefined }, shelf, pages);
  return {
    count: 0,
    outline: writer.headings.map(({ tagName, textContent }, place): OutlineStep => {
      return { place, depth: Number(tagName.slice(1)), text: textContent.trim().slice(0, 200) };
    }),
    go: (place) => writer.headings[place]?.scrollIntoView({ block: 'start' }),
    scale,
  };
}

interface Writing {
  readonly writer: OdfWriter;
  readonly styles: OdfStyles;
}

function textPage(body: Element, { writer, styles }: Writing): HTMLElement {
  const page = document.createElement('article');
  page.className = 'odf-text';
  page.style.inlineSize = styles.page.width;
  page.style.minBlockSize = styles.page.height;
  writer.write(body, page);
  return page;
}

interface SlideWriting extends Writing {
  readonly words: DrawJob['words'];
  readonly place: number;
}

function slideOf(slide: Element, { writer, styles, words, place }: SlideWriting): HTMLElement {
  const page = document.createElement('section');
  page.className = 'odf-slide';
  page.style.inlineSize = styles.page.width;
  page.style.blockSize = styles.page.height;
  const look = styles.look(attributeOf(slide, 'draw:style-name'));
  if (look['background-color'] !== undefined) page.style.backgroundColor = look['background-color'];
  page.ariaLabel = (words['slide'] ?? '').replace('#', String(place + 1));
  writer.write(slide, page);
  return page;
}

function cutNote({ words }: DrawJob): HTMLElement {
  const note = document.createElement('p');
  note.className = 'odf-cut';
  note.textContent = words['cut'] ?? '';
  return note;
}
