import { framedView } from './framed-view.tsx';

export const WordView = framedView({ drawer: 'docx', facts: (text) => text('framed.layout') });

export const SlidesView = framedView({
  drawer: 'slides',
  places: 'pages',
  words: (text) => ({ slide: text('framed.slide', { number: '#' }) }),
  facts: (text, count) => text('framed.slides', { count }),
});

export const OdfView = framedView({
  drawer: 'odf',
  places: 'pages',
  words: (text) => ({ slide: text('framed.slide', { number: '#' }), cut: text('framed.cut') }),
  facts: (text, count) => (count > 0 ? text('framed.slidesPlain', { count }) : text('framed.plain')),
});
