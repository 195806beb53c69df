/** Whether the focus has not been moved into the page yet, so that keys are for the page. */
export function isNowhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('body, main, main h1');
}
