import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { temporaryFolder } from '@coffer/testing';
import { expect, test } from 'vitest';
import { createClient } from '../api/client.ts';
import { EXIT } from '../exit-codes.ts';
import { run } from '../run.ts';

/** Answers with these statuses in turn, the last one for ever. */
async function startServer(statuses: number[]) {
  const server = createServer((_, response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 500).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('an outage is told once it lasts longer than a moment, and not by every call', async () => {
  await using server = await startServer([503, 503, 204, 503, 503, 503, 503, 204, 502, 502, 502, 204]);
  const told: string[] = [];
  const client = createClient({
    server: server.url,
    token: 'coffer_x',
    signal: AbortSignal.timeout(20_000),
    retry: { triesMax: 9, firstPauseMs: 1, pauseMaxMs: 5 },
    onOutage: ({ code }) => told.push(code),
  });
  await client.call('removePicture');
  expect(told).toEqual([]);
  await client.call('removePicture');
  expect(told).toEqual(['offline']);
  await client.call('removePicture');
  expect(told).toEqual(['offline']);
});

test('a command says that it waits for the server', async () => {
  await using server = await startServer([503, 503, 503, 401]);
  await using folder = temporaryFolder('outage');
  const written = { stdout: '', stderr: '' };
  const streamOf = (name: 'stdout' | 'stderr') =>
    new Writable({
      write: (chunk: Buffer, _, done) => {
        written[name] += chunk.toString();
        done();
      },
    });
  const exitCode = await run(['ls'], {
    environment: { COFFER_URL: server.url, COFFER_TOKEN: 'coffer_x', HOME: folder.path },
    stdin: process.stdin,
    stdout: streamOf('stdout'),
    stderr: streamOf('stderr'),
    signal: AbortSignal.timeout(60_000),
  });
  expect(exitCode).not.toBe(EXIT.done);
  expect(written.stdout).toBe('');
  expect(written.stderr).toMatch(/^The server doesn’t respond\. Trying again …\n/);
});
