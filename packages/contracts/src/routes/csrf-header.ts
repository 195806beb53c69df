/** A header that a cross-site form cannot set. */
export const CSRF_HEADER = 'x-coffer';
