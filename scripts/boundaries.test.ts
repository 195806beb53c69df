import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@coffer/testing';
import { expect, test } from 'vitest';
import { cruise } from './boundaries.ts';

const root = resolve(import.meta.dirname, '..');
const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';
const TRANSFER = `${WEB}/features/transfer`;

const OFFENCES: readonly (readonly [rule: string, file: string, imported: string])[] = [
  ['no-unresolved', 'packages/kit/src/lost.ts', './nowhere.ts'],
  ['packages-are-below-apps', 'packages/cli/src/up.ts', `../../../${SERVER}/services.ts`],
  ['apps-are-strangers', `${WEB}/lib/across.ts`, '../../../server/src/services.ts'],
  ['kit-is-the-floor', 'packages/kit/src/floor.ts', '../../contracts/src/index.ts'],
  ['contracts-are-data', 'packages/contracts/src/io.ts', 'node:fs'],
  ['protocols-stand-alone', 'packages/user-pool/src/leak.ts', '../../contracts/src/index.ts'],
  ['protocols-stand-alone', 'packages/object-store/src/leak.ts', '../../user-pool/src/index.ts'],
  ['packages-by-name', 'e2e/src/reach.ts', '../../packages/user-pool/src/index.ts'],
  ['command-line-is-a-client', 'packages/cli/src/shortcut.ts', '../../user-pool/src/index.ts'],
  ['algorithms-stand-alone', 'packages/sigv4/src/leak.ts', '../../kit/src/index.ts'],
  [
    'embedded-only-at-the-root',
    `${SERVER}/platform/shortcut.ts`,
    '../../../../packages/object-store/src/index.ts',
  ],
  ['testing-is-for-tests', `${SERVER}/platform/fake.ts`, '../../../../packages/testing/src/index.ts'],
  ['server-feature-front-door', `${SERVER}/features/uploads/back-door.ts`, '../files/store.ts'],
  ['server-mounts-routes-and-jobs', `${SERVER}/http/mount.ts`, '../features/files/store.ts'],
  ['routes-do-not-touch-sql', `${SERVER}/features/spaces/routes.ts`, './store.ts'],
  ['store-is-the-bottom', `${SERVER}/features/spaces/store.ts`, '../../http/app.ts'],
  ['store-is-the-bottom', `${SERVER}/features/spaces/store/rows.ts`, '../routes.ts'],
  ['policy-and-model-are-pure', `${SERVER}/features/spaces/policy.ts`, './store.ts'],
  ['features-do-not-know-http', `${SERVER}/features/spaces/get-space.ts`, '../../http/app.ts'],
  ['platform-is-below-features', `${SERVER}/platform/up.ts`, '../features/files/index.ts'],
  ['web-features-are-strangers', `${WEB}/features/browse/across.ts`, '../share/index.ts'],
  ['web-front-door', `${WEB}/routes/side-door.ts`, '../features/share/dialog.ts'],
  ['web-points-down', `${WEB}/features/browse/up.ts`, '../../routes/home.ts'],
  ['web-api-is-below', `${WEB}/api/up.ts`, '../ui/button.ts'],
  ['web-ui-is-below', `${WEB}/ui/up.ts`, '../api/client.ts'],
  ['web-lib-is-the-floor', `${WEB}/lib/up.ts`, '../ui/button.ts'],
  ['viewer-frame-stands-alone', `${WEB}/viewer-frame/up.ts`, '../api/client.ts'],
  ['viewer-frame-is-behind-its-protocol', `${WEB}/features/browse/draw.ts`, '../../viewer-frame/main.ts'],
  ['only-in:kysely|pg', `${SERVER}/features/spaces/query.ts`, 'pg'],
  ['only-in:hono', `${SERVER}/features/spaces/answer.ts`, 'hono'],
  ['only-in:@aws-sdk/[^/]+', `${SERVER}/features/spaces/bucket.ts`, '@aws-sdk/client-s3'],
  ['only-in:@hyzyla/pdfium', `${SERVER}/features/spaces/page.ts`, '@hyzyla/pdfium'],
  ['only-in:nodemailer', `${SERVER}/features/spaces/letter.ts`, 'nodemailer'],
  ['only-in:htmlparser2', `${SERVER}/features/spaces/page-words.ts`, 'htmlparser2'],
  ['only-in:sharp', `${SERVER}/features/spaces/picture.ts`, 'sharp'],
  ['only-in:jose|oauth4webapi', `${SERVER}/features/spaces/token.ts`, 'jose'],
  ['only-in:@tanstack/[^/]+', `${WEB}/features/browse/answers.ts`, '@tanstack/react-query'],
];

const INNOCENT = [
  'packages/kit/src/index.ts',
  'packages/contracts/src/index.ts',
  'packages/user-pool/src/index.ts',
  'packages/object-store/src/index.ts',
  'packages/testing/src/index.ts',
  `${SERVER}/services.ts`,
  `${SERVER}/http/app.ts`,
  `${SERVER}/features/files/index.ts`,
  `${SERVER}/features/files/store.ts`,
  `${WEB}/features/share/index.ts`,
  `${WEB}/features/share/dialog.ts`,
  `${TRANSFER}/texts.ts`,
  `${TRANSFER}/ui/tray.ts`,
  `${WEB}/routes/home.ts`,
  `${WEB}/api/client.ts`,
  `${WEB}/ui/button.ts`,
  `${WEB}/viewer-frame/main.ts`,
];

function write(folder: string, file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

function typescriptVersion(folder: string): string {
  const manifest = readFileSync(join(folder, 'node_modules', 'typescript', 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

async function ruleNames(): Promise<readonly string[]> {
  const map = (await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href)) as {
    default: { forbidden: readonly { name: string }[] };
  };
  return map.default.forbidden.map(({ name }) => name);
}

test('every rule of the map catches a file that breaks it, and innocent files stay unharmed', async () => {
  await using folder = temporaryFolder('boundaries');
  cpSync(join(root, '.dependency-cruiser.mjs'), join(folder.path, '.dependency-cruiser.mjs'));
  for (const scope of ['@aws-sdk', '@hyzyla', '@tanstack']) {
    mkdirSync(join(folder.path, 'node_modules', scope), { recursive: true });
  }
  for (const name of [
    'pg',
    'hono',
    '@aws-sdk/client-s3',
    'jose',
    'nodemailer',
    'htmlparser2',
    'sharp',
    '@hyzyla/pdfium',
    '@tanstack/react-query',
  ]) {
    symlinkSync(realpathSync(join(root, 'node_modules', name)), join(folder.path, 'node_modules', name));
  }
  const names = await ruleNames();
  const endings = (start: string) =>
    names.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
  const offences = [
    ...OFFENCES,
    ...endings('server-feature:').map(
      (name) =>
        [`server-feature:${name}`, `${SERVER}/features/${name}/far.ts`, '../undeclared/index.ts'] as const,
    ),
    ...endings('transfer-room:').map(
      (name) => [`transfer-room:${name}`, `${TRANSFER}/${name}/far.ts`, '../undeclared/index.ts'] as const,
    ),
    ['transfer-room:model', `${TRANSFER}/model/up.ts`, '../ui/tray.ts'] as const,
  ];
  for (const parent of [`${SERVER}/features`, TRANSFER])
    write(folder.path, `${parent}/undeclared/index.ts`, 'export const it = 1;\nexport type It = 1;\n');
  for (const file of INNOCENT) write(folder.path, file, 'export const it = 1;\nexport type It = 1;\n');
  for (const [index, [, file, imported]] of offences.entries()) {
    const isTypeOnly = index % 2 === 0;
    const line = isTypeOnly
      ? `import type { It } from '${imported}';\nexport type That = It;\n`
      : `export * from '${imported}';\n`;
    write(folder.path, file, line);
  }
  write(
    folder.path,
    `${WEB}/ui/ring-a.tsx`,
    `import type { B } from './ring-b.ts';\nexport type A = B;\nexport const a = <i />;\n`,
  );
  write(
    folder.path,
    `${WEB}/ui/ring-b.ts`,
    `import type { A } from './ring-a.tsx';\nexport type B = { a: A };\n`,
  );
  write(
    folder.path,
    `${SERVER}/platform/using.ts`,
    `import type { it } from '../features/files/index.ts';\nexport async function f(a: AsyncDisposable) { await using b = a; return b satisfies unknown as typeof it; }\n`,
  );

  const { violations } = await cruise(folder.path);
  const caught = new Set(violations.map(({ rule, from }) => `${rule} ${from}`));
  const escaped = offences.map(([rule, file]) => `${rule} ${file}`).filter((offence) => !caught.has(offence));
  expect(escaped).toEqual([]);
  expect(caught).toContain(`platform-is-below-features ${SERVER}/platform/using.ts`);
  expect(violations.filter(({ rule }) => rule === 'no-cycles')).not.toEqual([]);
  expect(violations.filter(({ from }) => INNOCENT.includes(from))).toEqual([]);

  const tried = new Set([...offences.map(([rule]) => rule), 'no-cycles']);
  expect(names.filter((name) => !tried.has(name))).toEqual([]);
});

test('the TypeScript that parses for the cruise is not the one that checks types', () => {
  expect(typescriptVersion(join(root, 'scripts'))).toMatch(/^6\./);
  expect(typescriptVersion(root)).toMatch(/^7\./);
});
