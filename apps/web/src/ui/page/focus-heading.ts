const GONE_AFTER_MS = 100;

/** Call this before an element that may have the focus disappears, such as the last row of a list. */
export function focusHeadingIfLost(): void {
  focusIfLost(() => null);
}

/** Focuses the element of `near` if the focus is lost, or else the heading of the page. */
export function focusIfLost(near: () => HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    (near() ?? document.querySelector('h1'))?.focus();
  }, GONE_AFTER_MS);
}
