import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { inlineRoutes } from './inline-routes.ts';

const API = join(import.meta.dirname, '..', 'src', 'api');

test('a name becomes its route, as far as a browser reads it', () => {
  expect(inlineRoutes("callOrThrow(\n  'holdUploads', { body })")).toBe(
    'callOrThrow({"method":"POST","path":"/batch/uploads/hold","access":"person","status":204}, { body })',
  );
  expect(inlineRoutes("await call('getStanding')")).toBe(
    'await call({"method":"GET","path":"/session/standing","access":"anyone"})',
  );
  const { status: _, ...changing } = ROUTES.renameNode;
  expect(inlineRoutes("call('renameNode')")).toBe(`call(${JSON.stringify(changing)})`);
});

test('what is no call stays as it is', () => {
  const code = "recall('getNode'); call(name); label('call')";
  expect(inlineRoutes(code)).toBe(code);
});

test('a name that is none ends the build', () => {
  expect(() => inlineRoutes("call('getWishes')")).toThrow('There is no operation called getWishes');
});

test.each(['call("getNode")', 'callOrThrow(`getNode`, {})'])(
  '%s would reach the browser as a name',
  (code) => {
    expect(() => inlineRoutes(code)).toThrow('names its operation in another way');
  },
);

test('every call names its operation where it is made', () => {
  const sources = readdirSync(API).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'client.ts',
  );
  const computed = sources.flatMap((file) =>
    Array.from(
      readFileSync(join(API, file), 'utf8').matchAll(
        /\b(?:call|callOrThrow|addressOf)\((?!\s*'|\.\.\.input)/g,
      ),
      () => file,
    ),
  );
  expect(computed).toEqual([]);
});

test('calls are made in api/ only', () => {
  const source = join(API, '..');
  const callers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('api'))
    .filter((path) =>
      /import [^;]*\b(?:call|callOrThrow|addressOf)\b[^;]*api\/client/.test(
        readFileSync(join(source, path), 'utf8'),
      ),
    );
  expect(callers).toEqual([]);
});
