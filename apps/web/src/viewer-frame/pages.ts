import type { DrawJob, Drawing } from './drawer.ts';

const GAP_PX = 16;

/** Lays out pages one below the other, as wide as the window allows. */
export function layPages(
  { desk, say }: Pick<DrawJob, 'desk' | 'say'>,
  shelf: HTMLElement,
  pages: readonly HTMLElement[],
): Required<Pick<Drawing, 'go' | 'scale'>> {
  let scale = 1;
  const width = Math.max(1, ...pages.map(({ offsetWidth }) => offsetWidth));
  const fit = (): void => {
    const room = desk.clientWidth - 2 * GAP_PX;
    shelf.style.zoom = String(Math.min(1, room / width) * scale);
  };
  fit();
  new ResizeObserver(fit).observe(desk);
  desk.addEventListener('scroll', () => say({ say: 'at', place: inTheMiddle(desk, pages) }));
  return {
    go: (place) => pages[place]?.scrollIntoView({ block: 'start' }),
    scale: (next) => {
      const before = scale;
      scale = next;
      const { scrollTop } = desk;
      fit();
      desk.scrollTop = (scrollTop * next) / before;
    },
  };
}

function inTheMiddle(desk: HTMLElement, pages: readonly HTMLElement[]): number {
  if (desk.scrollTop + desk.clientHeight >= desk.scrollHeight - 1) return Math.max(0, pages.length - 1);
  const after = pages.findIndex((page) => page.getBoundingClientRect().bottom >= desk.clientHeight / 2);
  return after < 0 ? Math.max(0, pages.length - 1) : after;
}
