/**
 * The server writes the name of the installation into the page title. Workers have no document, so it is empty there.
 */
export const brand = { name: globalThis.document?.title ?? '' };
