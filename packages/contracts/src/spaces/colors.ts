/** Hue names. The web application defines the shades for each theme. */
export const SPACE_COLORS = ['teal', 'blue', 'violet', 'pink', 'red', 'orange', 'amber', 'green'] as const;
