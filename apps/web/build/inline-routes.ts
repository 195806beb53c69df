import { ROUTES } from '@coffer/contracts';
import type { Plugin } from 'vite';

const CALL = /\b(call|callOrThrow|addressOf)\(\s*'(\w+)'/g;
const CALL_LEFT = /\b(?:call|callOrThrow|addressOf)\(\s*["'`]\w/;
const routes = new Map<string, unknown>(Object.entries(ROUTES));

/** Only the server reads what is no use of a session, and the browser tells only answers without a body from others. */
function read(member: string, value: unknown): unknown {
  const isIdle = member === 'isUnattended' || (member === 'status' && value !== 204);
  return isIdle ? undefined : value;
}

/** Puts the route of an operation in the place of its name, where it is called. A name that is none ends the build. */
export function inlineRoutes(code: string): string {
  const inlined = code.replaceAll(CALL, (_whole, callee: string, name: string) => {
    const route = routes.get(name);
    if (route === undefined) throw new TypeError(`There is no operation called ${name}`);
    return `${callee}(${JSON.stringify(route, read)}`;
  });
  if (CALL_LEFT.test(inlined))
    throw new TypeError('A call names its operation in another way than the pattern knows');
  return inlined;
}

/**
 * The browser would need the table of all calls for those of one page: instead, each call carries its own line of it, and
 * `api/route-of.ts`, which looks the line up, becomes nothing.
 */
export function inlineRoutesOfCalls(): Plugin {
  return {
    name: 'coffer:inline-routes',
    // As it was written: its quotes are those that the pattern knows.
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/apps\/web\/src\/api\/[\w-]+\.ts$/ },
      handler: (code, id) => ({
        code: id.endsWith('/route-of.ts') ? 'export const routeOf = (route) => route;' : inlineRoutes(code),
        map: null,
      }),
    },
  };
}
