import { PptxViewer } from '@aiden0z/pptx-renderer';
import { packZip } from '../../lib/zip/pack-zip.ts';
import { type DrawJob, type Drawing, Refused } from '../drawer.ts';
import { makeHarmless } from '../harmless.ts';
import { openParts } from '../open-parts.ts';
import './slides.css';

const WIDTH_MAX = 1_100;

export async function drawSlides({ desk, say, words, ...job }: DrawJob): Promise<Drawing> {
  const parts = await openParts(job);
  const shelf = document.createElement('main');
  shelf.className = 'slides-shelf';
  // The library takes the whole width of its element, padding included.
  const slides = document.createElement('div');
  shelf.append(slides);
  desk.append(shelf);
  const viewer = await PptxViewer.open(packZip(parts), slides, {
    scrollContainer: desk,
    fitMode: 'contain',
    lazySlides: true,
    lazyMedia: true,
    // It would fetch scripts.
    pdfjs: false,
    listOptions: { windowed: true, initialSlides: 3 },
    onSlideChange: (place) => say({ say: 'at', place }),
    onSlideRendered: (place, slide) => {
      makeHarmless(slide);
      slide.role = 'group';
      slide.ariaLabel = (words['slide'] ?? '').replace('#', String(place + 1));
    },
  });
  if (viewer.slideCount === 0) throw new Refused('damaged');
  return {
    count: viewer.slideCount,
    go: (place) => void viewer.goToSlide(place, { block: 'start' }),
    scale: (scale) => {
      shelf.style.maxInlineSize = `${WIDTH_MAX * scale}px`;
      void viewer.setZoom(scale * 100);
    },
  };
}
