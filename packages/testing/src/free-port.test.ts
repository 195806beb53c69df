import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, freePorts } from './free-port.ts';

test('free ports differ, and none is one that an outgoing connection may get', async () => {
  const ports = [...(await freePorts(5)), ...(await freePorts(5))];
  expect(new Set(ports).size).toBe(10);
  expect(ports.filter((port) => port >= 32_768)).toEqual([]);
});

test('a port that is in use is left out', async () => {
  const taken = (await freePort()) + 1;
  const server = createServer().listen(taken, '127.0.0.1');
  // An error means that another process has it.
  await Promise.race([once(server, 'listening'), new Promise((done) => server.once('error', done))]);
  expect(await freePorts(3)).not.toContain(taken);
  server.close();
});
