// npm omits packages of other platforms that its registry lacks, and `npm ci` then fails. Run this after each `npm
// install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
/** Preserves the member order. */
const RawLock = z.record(z.string(), z.unknown());

const PLATFORMS = /\b(android|darwin|freebsd|linux|openharmony|win32)\b/;
const PROCESSORS = /\b(arm64|arm|x64|ia32|ppc64|riscv64|s390x)\b/;
const EXACT = /^\d+\.\d+\.\d+([.-][\w.-]+)?$/;

export function missingPlatforms(text: string): readonly string[] {
  return [...missing(text).keys()];
}

/** npm adds checksums at installation. */
export function completeLock(text: string): string {
  const lock = RawLock.parse(JSON.parse(text));
  const added = [...missing(text)].map(([path, { version, dev }]) => {
    const os = PLATFORMS.exec(path)?.[1];
    const cpu = PROCESSORS.exec(path)?.[1];
    if (os === undefined || cpu === undefined || !EXACT.test(version)) {
      throw new Error(`${path}: cannot determine the platform or the exact version`);
    }
    const isMusl = path.includes('musl');
    const entry = {
      version,
      cpu: [cpu],
      ...(dev ? { dev: true } : {}),
      ...(os === 'linux' && isMusl ? { libc: ['musl'] } : {}),
      optional: true,
      os: [os],
    };
    return [path, entry] as const;
  });
  const packages = [...Object.entries(RawLock.parse(lock['packages'])), ...added].toSorted(([one], [other]) =>
    one.localeCompare(other, 'en'),
  );
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, undefined, 2)}\n`;
}

function missing(text: string): ReadonlyMap<string, { readonly version: string; readonly dev: boolean }> {
  const lock = Lock.parse(JSON.parse(text));
  const found = new Map<string, { version: string; dev: boolean }>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`node_modules/${name}`, `${path}/node_modules/${name}`];
      if (places.some((place) => lock.packages[place] !== undefined)) continue;
      const isNested = path.lastIndexOf('node_modules/') > 0;
      found.set(isNested ? `${path}/node_modules/${name}` : `node_modules/${name}`, {
        version,
        dev: entry.dev === true,
      });
    }
  }
  return found;
}

if (import.meta.main) {
  const path = join(resolve(import.meta.dirname, '..'), 'package-lock.json');
  const text = readFileSync(path, 'utf8');
  const due = missingPlatforms(text);
  if (due.length > 0) writeFileSync(path, completeLock(text));
  console.log(`${due.length} packages of other platforms added.`);
}
