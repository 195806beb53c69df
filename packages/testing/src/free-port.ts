import { once } from 'node:events';
import { createServer } from 'node:net';
import { assert } from '@coffer/kit';

/** A TCP port of 127.0.0.1 that nobody listened on a moment ago. Prefer port 0 where the listener can tell which it got. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  assert(port !== undefined, 'as many as asked for');
  return port;
}

/** The same for several, which are not the same: each is held until all are found. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(async (server) => await once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    assert(address !== null && typeof address === 'object', 'a listening TCP server has an address');
    return address.port;
  });
  await Promise.all(servers.map(async (server) => await once(server.close(), 'close')));
  return ports;
}
