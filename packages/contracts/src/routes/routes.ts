import { FIRST_ROUTES } from './first-routes.ts';
import { GUEST_ROUTES } from './guest-routes.ts';
import { LATER_ROUTES } from './later-routes.ts';
import type { RouteData } from './route-data.ts';

export const ROUTES = {
  ...FIRST_ROUTES,
  ...GUEST_ROUTES,
  ...LATER_ROUTES,
} as const satisfies Record<string, RouteData>;
