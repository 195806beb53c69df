/** Hues; the web application has the tones of each theme. */
export const SPACE_COLORS = ['teal', 'blue', 'violet', 'pink', 'red', 'orange', 'amber', 'green'] as const;
