const GONE_AFTER_MS = 100;

/** Call when what may have the focus is about to go: an emptied list, the button of the last act. */
export function focusHeadingIfLost(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, GONE_AFTER_MS);
}
