import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { assert } from '@coffer/kit';

/**
 * Below the ports that operating systems use for outgoing connections, which could take one while a test restarts its
 * server. Excludes 10080, which browsers refuse.
 */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;

let next = randomInt(FIRST_PORT, LAST_PORT);

/** Another process can take the port before it is used. Prefer port 0 if the listener can report its port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  assert(port !== undefined, 'no free port was returned');
  return port;
}

/** Returns a port again only after it has returned all others. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  for (let tries = FIRST_PORT; ports.length < count && tries <= LAST_PORT; tries += 1) {
    const port = next;
    next = next === LAST_PORT ? FIRST_PORT : next + 1;
    if (await isFree(port)) ports.push(port);
  }
  assert(ports.length === count, 'too few ports are free between FIRST_PORT and LAST_PORT');
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code)))
      return false;
    throw error;
  }
  await once(server.close(), 'close');
  return true;
}
