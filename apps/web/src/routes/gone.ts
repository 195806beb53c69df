import { apiErrorOf } from '../api/calls/error.ts';

/**
 * Whether the item no longer exists for this person. False while there is unsaved work, whose editor reports the loss
 * and offers a copy.
 */
export function isGone(failure: { readonly cause: unknown } | undefined): boolean {
  const isFound = failure === undefined || apiErrorOf(failure.cause).code !== 'node_not_found';
  return !isFound && !hasUnsaved();
}

export function hasUnsaved(): boolean {
  return document.querySelector('[data-unsaved]') !== null;
}

/** Whether a text or picture is open for editing, with or without unsaved work. */
export function isEditorOpen(): boolean {
  return document.querySelector('[data-editor]') !== null;
}
