import { LIMITS } from '@coffer/contracts';
import type { Plugin } from 'vite';

const values = new Map<string, number>(Object.entries(LIMITS));

/** Puts the numbers in the place of `LIMITS.name`. A name that is none ends the build. */
export function inlineLimits(code: string): string {
  return code.replaceAll(/\bLIMITS\.(\w+)\b/g, (_whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new TypeError(`There is no limit called ${name}`);
    return String(value);
  });
}

/** The browser needs a few of the product's limits: it gets those, and not the table. */
export function inlineLimitsOfSources(): Plugin {
  return {
    name: 'coffer:inline-limits',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: 'LIMITS' },
      handler: (code) => ({ code: inlineLimits(code), map: null }),
    },
  };
}
