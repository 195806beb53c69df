import * as z from 'zod/mini';

/** Hues; the web application has the tones of each theme. */
export const SPACE_COLORS = ['teal', 'blue', 'violet', 'pink', 'red', 'orange', 'amber', 'green'] as const;
export const SpaceColor = z.enum(SPACE_COLORS);
export type SpaceColor = z.infer<typeof SpaceColor>;
