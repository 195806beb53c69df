import { FIRST_ROUTES } from './first-routes.ts';
import { LATER_ROUTES } from './later-routes.ts';
import type { RouteData } from './route-data.ts';

export const ROUTES = { ...FIRST_ROUTES, ...LATER_ROUTES } as const satisfies Record<string, RouteData>;
