import { buildTextIndex, PptxViewer } from '@aiden0z/pptx-renderer';
import { BLOCK_END } from '../../lib/find/text-map.ts';
import { packZip } from '../../lib/zip/pack-zip.ts';
import { type DrawJob, type Drawing, Refused } from '../drawer.ts';
import { makeHarmless } from '../harmless.ts';
import { openParts } from '../open-parts.ts';
import './slides.css';

const WIDTH_MAX = 1_100;
const WINDOWED = { windowed: true, initialSlides: 3 } as const;

export async function drawSlides({ desk, say, words, ...job }: DrawJob): Promise<Drawing> {
  const parts = await openParts(job);
  const shelf = document.createElement('main');
  shelf.className = 'slides-shelf';
  // A separate element, because the library takes the whole width of its element, padding included.
  const slides = document.createElement('div');
  shelf.append(slides);
  desk.append(shelf);
  const drawn = new Map<number, HTMLElement>();
  const viewer = await PptxViewer.open(packZip(parts), slides, {
    scrollContainer: desk,
    fitMode: 'contain',
    lazySlides: true,
    lazyMedia: true,
    // Otherwise the library would fetch scripts.
    pdfjs: false,
    listOptions: WINDOWED,
    onSlideChange: (place) => say({ say: 'at', place }),
    onSlideUnmounted: (place) => void drawn.delete(place),
    onSlideRendered: (place, slide) => {
      drawn.set(place, slide);
      makeHarmless(slide);
      slide.role = 'group';
      slide.ariaLabel = (words['slide'] ?? '').replace('#', String(place + 1));
    },
  });
  let texts: readonly string[] | undefined;
  if (viewer.slideCount === 0) throw new Refused('damaged');
  return {
    count: viewer.slideCount,
    go: (place) => void viewer.goToSlide(place, { block: 'start' }),
    scale: (scale) => {
      shelf.style.maxInlineSize = `${WIDTH_MAX * scale}px`;
      void viewer.setZoom(scale * 100);
    },
    places: {
      count: viewer.slideCount,
      textOf: (place) => (texts ??= textsOf(viewer))[place] ?? '',
      current: () => viewer.currentSlideIndex,
      show: async (place) => {
        if (!drawn.has(place)) await viewer.goToSlide(place, { block: 'center' });
        return drawn.get(place);
      },
    },
    layOut: async () => {
      await viewer.renderList({ windowed: false });
      return async () => await viewer.renderList(WINDOWED);
    },
  };
}

/** The text of each slide. */
function textsOf({ presentationData, slideCount }: PptxViewer): readonly string[] {
  const texts: string[][] = Array.from({ length: slideCount }, () => []);
  if (presentationData !== null)
    for (const { slideIndex, text } of buildTextIndex(presentationData)) texts[slideIndex]?.push(text);
  return texts.map((parts) => parts.join(BLOCK_END));
}
