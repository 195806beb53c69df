// oxlint-disable node/no-process-env -- the run says whether the proxies are there.
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { defined } from '@coffer/kit';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../app.world.ts';
import { createClientReader } from '../../platform/network/client-address.ts';
import { type Listener, listen } from '../listen.ts';
import { DEBIAN_PROXIES, startProxy } from './debian-proxies.contract.ts';

const commas = (count: number): string => ','.repeat(count);

const FORGED: readonly (readonly [string, readonly string[]])[] = [
  ['nothing', []],
  ['an address', ['X-Forwarded-For: 127.0.0.1']],
  ['fifty commas and an address', [`X-Forwarded-For: ${commas(50)}127.0.0.1`]],
  ['fifty-one commas', [`X-Forwarded-For: ${commas(51)}`]],
  ['an address and fifty-one commas', [`X-Forwarded-For: 127.0.0.1${commas(51)}`]],
  ['one comma', ['X-Forwarded-For: ,']],
  ['an empty header', ['X-Forwarded-For:']],
  ['two headers', ['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-For: 127.0.0.1']],
  ['another case', [`x-forwarded-FOR: 127.0.0.1${commas(60)}`]],
  ['underlines', ['X_Forwarded_For: 127.0.0.1']],
  ['a header for the connection alone', ['X-Forwarded-For: 127.0.0.1', 'Connection: X-Forwarded-For']],
  ['other headers', ['X-Real-IP: 127.0.0.1', 'Forwarded: for=127.0.0.1', 'X-Forwarded-Host: localhost']],
  ['a long list', [`X-Forwarded-For: ${Array.from({ length: 200 }, () => '127.0.0.1').join(', ')}`]],
];

/** An address of this machine that is not loopback. */
function ownAddress(): string {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.internal === false && each.family === 'IPv4')?.address;
  return defined(address, 'this machine has no address except loopback');
}

async function get(port: number, path: string, headers: readonly string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: ownAddress() });
  const lines = [`GET ${path} HTTP/1.0`, `Host: 127.0.0.1:${port}`, ...headers, '', ''];
  // `end()` is not called, because proxies drop a client that half-closes.
  socket.write(lines.join('\r\n'));
  return await text(socket);
}

describe.skipIf(process.env['COFFER_TEST_PROXIES'] === undefined).each(Object.keys(DEBIAN_PROXIES))(
  'behind %s',
  (name) => {
    const stack = new AsyncDisposableStack();
    const port = { believed: 0, unknown: 0 };

    async function startBehind(trusted: readonly string[]): Promise<number> {
      const listener = await listen({ host: '127.0.0.1', port: 0 });
      if (!listener.ok) throw new Error(listener.error.code);
      stack.defer(async () => await listener.value.close(0));
      serve(listener.value, trusted);
      const folder = stack.use(temporaryFolder());
      const proxy = stack.use(
        await startProxy(name, { folder: folder.path, upstreamPort: listener.value.port }),
      );
      return proxy.port;
    }

    beforeAll(async () => {
      port.believed = await startBehind(['127.0.0.1']);
      port.unknown = await startBehind([]);
    });
    afterAll(async () => await stack.disposeAsync());

    test.each(FORGED)('the true address is known when a client forges %s', async (_, headers) => {
      const answer = await get(port.believed, '/address', headers);
      expect(answer).toContain(`"address":"${ownAddress()}"`);
    });

    test.each(FORGED)("%s cannot forge the operator's address", async (_, headers) => {
      for (const each of [port.believed, port.unknown]) {
        expect(await get(each, '/address', headers)).toContain('"isOperator":false');
        expect(await get(each, '/metrics', headers)).toMatch(/ 404 .*Not found\.\n/s);
      }
    });
  },
);

function serve(listener: Listener, trusted: readonly string[]): void {
  const app = build(trusted.length === 0 ? {} : { COFFER_TRUSTED_PROXIES: trusted.join(',') });
  const readClient = createClientReader(trusted);
  listener.serve((request, bindings) =>
    new URL(request.url).pathname === '/address'
      ? Response.json(readClient(bindings.incoming?.socket?.remoteAddress, request.headers))
      : app.fetch(request, bindings),
  );
}
