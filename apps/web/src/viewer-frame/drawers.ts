import type { Drawer } from './drawer.ts';
import type { DrawerName } from './protocol.ts';

/** The code of each drawer is loaded with the first file that needs it. */
export const DRAWERS: Readonly<Record<DrawerName, () => Promise<Drawer>>> = {
  docx: async () => (await import('./docx/draw-docx.ts')).drawDocx,
  slides: async () => (await import('./slides/draw-slides.ts')).drawSlides,
  odf: async () => (await import('./odf/draw-odf.ts')).drawOdf,
  book: async () => (await import('./book/draw-book.ts')).drawBook,
  model: async () => (await import('./model/draw-model.ts')).drawModel,
  html: async () => (await import('./html/draw-html.ts')).drawHtml,
};
