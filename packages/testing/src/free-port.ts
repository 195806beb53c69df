import { createServer } from 'node:net';
import { assert } from '@coffer/kit';

/** A TCP port of 127.0.0.1 that nobody listened on a moment ago. Prefer port 0 where the listener can tell which it got. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      assert(address !== null && typeof address === 'object', 'a listening TCP server has an address');
      server.close(() => resolve(address.port));
    });
  });
}
