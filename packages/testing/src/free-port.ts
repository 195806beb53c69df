import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { assert } from '@coffer/kit';

/**
 * Below the ports that operating systems give to outgoing connections, which could take one while a test restarts its
 * server. Browsers refuse 10080.
 */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;

let next = randomInt(FIRST_PORT, LAST_PORT);

/** Another process can take the port before it is used. Prefer port 0 where the listener can report its port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  assert(port !== undefined, 'as many as asked for');
  return port;
}

/** Returns no port twice before it has returned all others. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  for (let tries = FIRST_PORT; ports.length < count && tries <= LAST_PORT; tries += 1) {
    const port = next;
    next = next === LAST_PORT ? FIRST_PORT : next + 1;
    if (await isFree(port)) ports.push(port);
  }
  assert(ports.length === count, 'a free port between FIRST_PORT and LAST_PORT');
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
