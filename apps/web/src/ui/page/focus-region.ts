const REGIONS = '[data-region], [role="dialog"], [role="alertdialog"]';

/** The element in each region that F6 left, such as a row of a list. */
const left = new WeakMap<HTMLElement, HTMLElement>();

export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(
    (region) => region.checkVisibility() && region.closest('[inert]') === null,
  );
  const { activeElement } = document;
  // The details are a region inside the page region, so the innermost one counts.
  const current = regions.findLastIndex((region) => region.contains(activeElement));
  const region = regions[current];
  if (region !== undefined && activeElement instanceof HTMLElement) left.set(region, activeElement);
  const next = neighbour(regions, current, step);
  if (next !== undefined) focusInside(next);
}

function neighbour(regions: readonly HTMLElement[], current: number, step: 1 | -1): HTMLElement | undefined {
  if (current === -1) return step === 1 ? regions[0] : regions.at(-1);
  return regions[(current + step + regions.length) % regions.length];
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

function focusInside(region: HTMLElement): void {
  const before = left.get(region);
  if (before !== undefined && region.contains(before) && isShown(before)) return before.focus();
  // Hidden elements, such as a file input, cannot take the focus.
  const target = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown) ?? region;
  if (target === region && !region.hasAttribute('tabindex')) region.tabIndex = -1;
  target.focus();
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
