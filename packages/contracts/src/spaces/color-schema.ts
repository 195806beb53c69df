import * as z from 'zod/mini';
import { SPACE_COLORS } from './colors.ts';

export const SpaceColor = z.enum(SPACE_COLORS);
export type SpaceColor = z.infer<typeof SpaceColor>;
