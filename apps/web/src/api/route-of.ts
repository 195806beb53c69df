import { type OperationName, type RouteData, ROUTES } from '@coffer/contracts';

/** Method, path and manners of a call. The build puts them in the place of the name (`build/inline-routes.ts`). */
export function routeOf(name: OperationName): RouteData {
  return ROUTES[name];
}
