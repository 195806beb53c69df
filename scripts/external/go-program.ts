import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const CACHE = resolve(import.meta.dirname, '..', '..', '.cache', 'external');

export interface GoProgram {
  readonly path: string;
  readonly version: string;
  readonly goMin: readonly [number, number];
}

/** Caches the binary. Undefined without a suitable Go. */
export function installGoProgram({ path, version, goMin }: GoProgram): string | undefined {
  const name = basename(path);
  const target = join(CACHE, `${name}-${version}`);
  const program = join(target, name);
  if (existsSync(program)) return program;
  if (!isGoAtLeast(goMin)) return undefined;
  console.log(`building ${name} ${version}, which takes minutes`);
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'building-'));
  try {
    execFileSync('go', ['install', '-trimpath', '-ldflags=-s -w', `${path}@${version}`], {
      cwd: work,
      stdio: 'inherit',
      env: {
        ...process.env,
        CGO_ENABLED: '0',
        GOBIN: target,
        GOCACHE: join(work, 'cache'),
        // Go's module cache is read-only by default and could not be deleted.
        GOFLAGS: '-modcacherw -buildvcs=false',
        GOPATH: join(work, 'path'),
        GOTOOLCHAIN: 'local',
      },
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return program;
}

function isGoAtLeast([major, minor]: readonly [number, number]): boolean {
  const { stdout, status } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  const found = /^go(\d+)\.(\d+)/.exec(stdout ?? '');
  if (status !== 0 || found === null) return false;
  const [, foundMajor = '0', foundMinor = '0'] = found;
  return Number(foundMajor) > major || (Number(foundMajor) === major && Number(foundMinor) >= minor);
}
