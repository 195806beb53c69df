import { apiErrorOf } from '../api/calls/error.ts';

/** For this person. Unsaved work stays on the screen: its editor says so, and offers a copy. */
export function isGone(failure: { readonly cause: unknown } | undefined): boolean {
  const isFound = failure === undefined || apiErrorOf(failure.cause).code !== 'node_not_found';
  return !isFound && !hasUnsaved();
}

export function hasUnsaved(): boolean {
  return document.querySelector('[data-unsaved]') !== null;
}
