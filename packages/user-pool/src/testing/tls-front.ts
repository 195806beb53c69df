import { once } from 'node:events';
import { connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { assert } from '@coffer/kit';
import { generate } from 'selfsigned';

export interface TlsFront {
  readonly url: string;
  forwardTo(port: number): void;
  close(): Promise<void>;
}

export async function startTlsFront(): Promise<TlsFront> {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  let target = 0;
  const open = new Set<TLSSocket>();
  const server = createServer({ key: pems.private, cert: pems.cert }, (inner) => {
    const onward = connect(target, '127.0.0.1');
    open.add(inner);
    const end = () => {
      open.delete(inner);
      inner.destroy();
      onward.destroy();
    };
    inner.on('error', end).on('close', end);
    onward.on('error', end).on('close', end);
    inner.pipe(onward).pipe(inner);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'the server has no port');
  return {
    url: `https://localhost:${address.port}`,
    forwardTo: (port) => {
      target = port;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
