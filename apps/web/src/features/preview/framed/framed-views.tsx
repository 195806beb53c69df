import { convertedView } from '../converted/converted-view.tsx';
import { framedView } from './framed-view.tsx';

export const WordView = convertedView(framedView({ drawer: 'docx', facts: (text) => text('framed.layout') }));

export const SlidesView = convertedView(
  framedView({
    drawer: 'slides',
    places: 'pages',
    words: (text) => ({ slide: text('framed.slide', { number: '#' }) }),
    facts: (text, count) => text('framed.slides', { count }),
  }),
);

export const BookView = framedView({
  drawer: 'book',
  words: (text) => ({
    chapters: text('framed.chapters'),
    previous: text('framed.previousChapter'),
    next: text('framed.nextChapter'),
  }),
  facts: (text, count) => text('framed.chapterCount', { count }),
});

export const ModelView = framedView({
  drawer: 'model',
  words: (text) => ({ model: text('framed.model') }),
  facts: (text, count) => text('framed.triangles', { count }),
});

export const OdfView = convertedView(
  framedView({
    drawer: 'odf',
    places: 'pages',
    words: (text) => ({ slide: text('framed.slide', { number: '#' }), cut: text('framed.cut') }),
    facts: (text, count) => (count > 0 ? text('framed.slidesPlain', { count }) : text('framed.plain')),
  }),
);
