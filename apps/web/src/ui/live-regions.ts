/** The two permanent live regions are part of index.html: a region that comes with its text is often not read. */
const REGION = { polite: 'live-polite', assertive: 'live-assertive' } as const;
/** Long enough to be read from the page by software that polls, short enough not to be found by browsing later. */
const STAYS_MS = 5_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Says `text` to assistive technology. `assertive` interrupts: only for failures. */
export function announce(text: string, urgency: keyof typeof REGION = 'polite'): void {
  const region = document.getElementById(REGION[urgency]);
  if (region === null) return;
  // The same words again are a change only if something differs: a no-break space is silent.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  clearTimeout(timers.get(urgency));
  timers.set(
    urgency,
    setTimeout(() => {
      region.textContent = '';
    }, STAYS_MS),
  );
}
