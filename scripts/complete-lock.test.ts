import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { completeLock, missingPlatforms } from './complete-lock.ts';

const text = readFileSync(join(resolve(import.meta.dirname, '..'), 'package-lock.json'), 'utf8');

test('package-lock.json lists the packages of all platforms (if not: node scripts/complete-lock.ts)', () => {
  expect(missingPlatforms(text)).toEqual([]);
});

test('a platform that is left out is found and put back, and nothing else is touched', () => {
  const lock = JSON.parse(text) as { packages: Record<string, Record<string, unknown>> };
  const path = 'node_modules/@oxlint/binding-linux-arm64-musl';
  const whole = { ...lock.packages[path] };
  delete lock.packages[path];
  const without = JSON.stringify(lock);
  expect(missingPlatforms(without)).toEqual([path]);

  const completed = JSON.parse(completeLock(without)) as typeof lock;
  expect(completed.packages[path]).toEqual({
    version: whole['version'],
    cpu: ['arm64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
  delete completed.packages[path];
  expect(completed).toEqual(lock);
});
