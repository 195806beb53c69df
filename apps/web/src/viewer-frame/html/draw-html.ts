import DOMPurify, { type Config } from 'dompurify';
import type { HtmlPage } from '../protocol.ts';
import { type DrawJob, type Drawing, Refused } from '../drawer.ts';
import { makeHarmless } from '../harmless.ts';
import './html.css';

const RULES = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'dialog', 'audio', 'video', 'svg', 'math'],
  FORBID_ATTR: ['id', 'name', 'ping', 'autofocus', 'tabindex', 'contenteditable'],
  RETURN_DOM_FRAGMENT: true,
} satisfies Config & { readonly RETURN_DOM_FRAGMENT: true };

/** Draws untrusted HTML, such as mail or the output of a notebook. Nothing in it is loaded from elsewhere. */
export async function drawHtml({ content, desk, words, say }: DrawJob): Promise<Drawing> {
  if (content instanceof ArrayBuffer) throw new Refused('damaged');
  const purified = sanitized(content.html);
  const paper = document.createElement('main');
  paper.className = 'html-paper';
  paper.dir = 'auto';
  paper.dataset['paper'] = content.paper;
  paper.append(purified);
  const remote = settlePictures(paper, content.pictures, words['remotePicture'] ?? '');
  makeHarmless(paper);
  if (content.head !== undefined) desk.append(headOf(content.head));
  desk.append(paper);
  desk.classList.toggle('html-white', content.paper === 'white');
  new ResizeObserver(() => say({ say: 'height', pixels: Math.ceil(paper.offsetHeight) })).observe(paper);
  return { count: 0, remote };
}

function headOf({ title, lines }: NonNullable<HtmlPage['head']>): HTMLElement {
  const head = document.createElement('header');
  head.className = 'html-head';
  const heading = document.createElement('h1');
  heading.textContent = title;
  head.append(heading);
  for (const [label, value] of lines) {
    const line = document.createElement('p');
    const name = document.createElement('strong');
    name.textContent = label;
    line.append(name, ` ${value}`);
    head.append(line);
  }
  return head;
}

function sanitized(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, RULES);
}

/** Shows embedded pictures, and replaces those on other servers by a box with their description. */
function settlePictures(
  paper: HTMLElement,
  pictures: Readonly<Record<string, Blob>>,
  remoteWords: string,
): number {
  let remote = 0;
  for (const picture of paper.querySelectorAll('img')) {
    const address = (picture.getAttribute('src') ?? '').trim();
    const own = /^cid:(.*)$/i.exec(address)?.[1];
    const blob = own === undefined || !Object.hasOwn(pictures, own) ? undefined : pictures[own];
    picture.removeAttribute('srcset');
    if (blob !== undefined) picture.src = URL.createObjectURL(blob);
    else if (!/^data:image\//i.test(address)) {
      // A picture of one or two pixels only tracks readers.
      const isCounter = Number(picture.getAttribute('width')) <= 2 && picture.hasAttribute('width');
      remote += 1;
      picture.replaceWith(isCounter ? '' : boxOf(picture, remoteWords));
    }
  }
  return remote;
}

function boxOf(picture: HTMLImageElement, words: string): HTMLElement {
  const box = document.createElement('span');
  box.className = 'html-absent';
  box.textContent = picture.alt.trim() === '' ? words : picture.alt;
  return box;
}
