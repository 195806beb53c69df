import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE = resolve(import.meta.dirname, '..', '..', '.cache', 'external');
const VERSION = '26.5.6';
const NAME = `keycloak-${VERSION}`;

/** The folder of a cached distribution from Maven Central. Undefined without Java or Maven. */
export function installKeycloak(): string | undefined {
  const target = join(CACHE, NAME);
  if (existsSync(target)) return target;
  const lacks = ['java', 'mvn'].some((tool) => spawnSync(tool, ['-version']).status !== 0);
  if (lacks) return undefined;
  const work = `${target}.new`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const artifact = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
  const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${work}`];
  execFileSync('mvn', ['--quiet', '--batch-mode', ...copy], { cwd: work, stdio: 'inherit' });
  const zip = join(work, `keycloak-quarkus-dist-${VERSION}.zip`);
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, work], { stdio: 'inherit' });
  renameSync(join(work, NAME), target);
  rmSync(work, { recursive: true });
  // The archive's reader leaves out who may run a file.
  execFileSync('chmod', ['+x', join(target, 'bin', 'kc.sh')]);
  return target;
}
