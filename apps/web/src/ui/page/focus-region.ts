const REGIONS = '[data-region], [role="dialog"], [role="alertdialog"]';

export function focusRegion(step: 1 | -1): void {
  const next = neighbourRegion(step);
  if (next !== undefined) focusInside(next);
}

function neighbourRegion(step: 1 | -1): HTMLElement | undefined {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(
    (region) => region.checkVisibility() && region.closest('[inert]') === null,
  );
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  if (current === -1) return step === 1 ? regions[0] : regions.at(-1);
  return regions[(current + step + regions.length) % regions.length];
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

function focusInside(region: HTMLElement): void {
  const candidates = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)];
  // Hidden elements, such as a file input, cannot take the focus.
  const target = candidates.find((each) => each.checkVisibility({ visibilityProperty: true })) ?? region;
  if (target === region && !region.hasAttribute('tabindex')) region.tabIndex = -1;
  target.focus();
}
