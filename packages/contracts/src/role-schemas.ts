import * as z from 'zod/mini';
import { SPACE_ROLES, SYSTEM_ROLES } from './roles.ts';

export const SystemRole = z.enum(SYSTEM_ROLES);
export type SystemRole = z.infer<typeof SystemRole>;

export const SpaceRole = z.enum(SPACE_ROLES);
export type SpaceRole = z.infer<typeof SpaceRole>;
