import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostileListener extends AsyncDisposable {
  readonly url: string;
  /** Paths that were asked for. A refused request never arrives here, though a browser may announce it. */
  readonly asked: readonly string[];
}

export async function startHostileListener(): Promise<HostileListener> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
