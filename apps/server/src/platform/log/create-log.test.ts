import { expect, test } from 'vitest';
import { createLog } from './create-log.ts';
import type { Log, LogFacts } from './log.ts';

function capture(level: 'debug' | 'info' = 'debug'): {
  log: Log;
  lines: () => Record<string, unknown>[];
  text: () => string;
} {
  let text = '';
  const destination = {
    write: (chunk: string) => {
      text += chunk;
      return true;
    },
  };
  const log = createLog({ level, destination, now: () => new Date('2026-11-21T03:09:46.000Z') });
  return {
    log,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}

test('a line has time, level, event and facts, and `with` adds facts to every line', () => {
  const { log, lines } = capture();
  log.with({ part: 'pool' }).info('pool_started', { port: 8422, none: undefined });
  expect(lines()).toEqual([
    { time: '2026-11-21T03:09:46.000Z', level: 'info', event: 'pool_started', part: 'pool', port: 8422 },
  ]);
});

test('a fact cannot take the place of what the log itself says', () => {
  const { log, lines } = capture();
  log.info('store_integrity', { level: 1 });
  expect(lines()[0]).toMatchObject({ level: 'info', event: 'store_integrity', level_: 1 });
});

test('lines below the level are not written', () => {
  const { log, text } = capture('info');
  log.debug('quiet');
  expect(text()).toBe('');
});

test.each([
  'password',
  'newPassword',
  'refresh_token',
  'Cookie',
  'clientSecret',
  'signedUrl',
  'fileName'.toLowerCase(),
  'authorization',
  'x-amz-signature',
])('a fact named %s is withheld', (name) => {
  const { log, lines, text } = capture();
  log.info('slip', { [name]: 'hunter2-hunter2' });
  expect(text()).not.toContain('hunter2');
  expect(lines()[0]).toMatchObject({ [name]: '[withheld]' });
});

test.each(['tokenized', 'compass', 'urls_count', 'tries'])('a fact named %s is written', (name) => {
  const { log, lines } = capture();
  log.info('fine', { [name]: 'plain' });
  expect(lines()[0]).toMatchObject({ [name]: 'plain' });
});

test.each([
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'GET http://127.0.0.1:8421/b/k?X-Amz-Credential=AK/1&X-Amz-Signature=abcdef0123456789',
  'postgresql://coffer:hunter2@db:5432/coffer',
  'Authorization: Bearer abcdef0123456789',
])(
  'a value that looks like a secret is withheld under any name, in facts, children and causes: %s',
  (value) => {
    const { log, text } = capture();
    log.info('slip', { note: `see ${value}` });
    log.with({ note: value }).warn('slip');
    log.error('slip', {}, new Error(`outer`, { cause: new Error(value) }));
    for (const secret of value.split(/[\s:@?&=]/).filter((part) => /eyJ|hunter2|abcdef/.test(part))) {
      expect(text()).not.toContain(secret);
    }
    expect(text().match(/\[withheld\]/g)?.length).toBeGreaterThanOrEqual(3);
  },
);

test('a secret across the cut of a long text is withheld', () => {
  const { log, text } = capture();
  log.info('slip', {
    note: `${'x'.repeat(3_950)} postgresql://coffer:${'hunter2'.repeat(10)}@db:5432/coffer`,
  });
  expect(text()).not.toContain('hunter2');
});

test('an error is logged with its stack and its causes, and without its other members', () => {
  const { log, lines, text } = capture();
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(tax return.pdf) exists',
  });
  log.error('failed', { operation: 'createFolder' }, new Error('no', { cause }));
  expect(text()).not.toContain('tax return');
  expect(lines()[0]?.['causes']).toMatchObject([{ name: 'Error' }, { name: 'Error', code: '23505' }]);
  expect(text()).toContain('create-log.test.ts');
});

test('a caller that gets around the types cannot print an object, and a circle of causes ends', () => {
  const { log, lines } = capture();
  log.info('slip', { user: { email: 'a@b.c' } } as unknown as LogFacts);
  expect(lines()[0]).toMatchObject({ user: '[withheld]' });
  const circle = new Error('round');
  circle.cause = circle;
  log.error('round', {}, circle);
  expect(lines()[1]?.['causes']).toHaveLength(5);
});
