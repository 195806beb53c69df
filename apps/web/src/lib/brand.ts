/** The server writes the name of the installation into the page. Workers have none. */
export const brand = { name: globalThis.document?.title ?? '' };
