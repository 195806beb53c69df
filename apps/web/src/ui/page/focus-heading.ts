const GONE_AFTER_MS = 100;

/** Call when what may have the focus is about to go: an emptied list, the button of the last act. */
export function focusHeadingIfLost(): void {
  focusIfLost(() => null);
}

/** The heading of the page without a nearer place. */
export function focusIfLost(near: () => HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    (near() ?? document.querySelector('h1'))?.focus();
  }, GONE_AFTER_MS);
}
