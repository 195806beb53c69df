/** A cross-site form cannot set it. */
export const CSRF_HEADER = 'x-coffer';
