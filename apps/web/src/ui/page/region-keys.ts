import { useEffect } from 'react';

/** F6 and Shift+F6 move the focus between elements with `data-region`, or between a dialog and the messages over it. */
export function useRegionKeys(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = neighbourRegion(event.shiftKey ? -1 : 1);
      if (next === undefined) return;
      event.preventDefault();
      focusInside(next);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

const REGIONS = '[data-region], [role="dialog"], [role="alertdialog"]';

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
