import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '@coffer/kit';
import { testDatabase } from '@coffer/testing';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import type { Log } from '../platform/log/log.ts';
import { openDatabase } from './parts.ts';

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => log,
};

/** A server between, which answers with another major version. */
async function startOtherVersion(connectionString: string, major: string) {
  const { host, port, user, password, database } = new Client({ connectionString });
  const server = createServer((client) => {
    const behind = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    behind.on('data', (bytes) =>
      client.write(Buffer.from(bytes.toString('latin1').replaceAll(/\b1\d\.(?=\d)/g, `${major}.`), 'latin1')),
    );
    client.on('data', (bytes) => behind.write(bytes));
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(
    `postgresql://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/${database}`,
  );
  url.username = user ?? '';
  url.password = password ?? '';
  return { url: url.href, [Symbol.dispose]: () => void server.close() };
}

test('PostgreSQL is refused below version 15', async () => {
  await using database = await testDatabase();
  for (const [major, outcome] of [
    ['14', { ok: false, error: { code: 'database_too_old', majorMin: 15 } }],
    ['15', { ok: true }],
  ] as const) {
    using other = await startOtherVersion(database.connectionString, major);
    const config = parseConfig({ DATABASE_URL: other.url });
    if (!config.ok) throw new Error('the settings are refused');
    const context = { config: config.value, folder: undefined, clock: systemClock, log };
    const opened = await openDatabase({ ...context, onLost: () => undefined }, other.url);
    if (opened.ok) await opened.value.stop();
    expect(opened).toMatchObject(outcome);
  }
});
