/** These regions are part of index.html: screen readers often miss a region inserted with its text. */
const REGION = { polite: 'live-polite', assertive: 'live-assertive' } as const;
/** Long enough for screen readers that poll, and short enough that nobody finds an old text later. */
const STAYS_MS = 5_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** `assertive` interrupts the screen reader: use it only for failures. */
export function announce(text: string, urgency: keyof typeof REGION = 'polite'): void {
  const region = document.getElementById(REGION[urgency]);
  if (region === null) return;
  // A repeated text must differ to be announced; screen readers skip a no-break space.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  clearTimeout(timers.get(urgency));
  timers.set(
    urgency,
    setTimeout(() => {
      region.textContent = '';
    }, STAYS_MS),
  );
}
