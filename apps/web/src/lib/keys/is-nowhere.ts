/** Where the focus is before it was put anywhere: keys are for the page. */
export function isNowhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('body, main, main h1');
}
