import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CofferProcess } from '@coffer/testing/coffer-process';
import { readSecrets, type Secrets } from '../../../apps/server/src/embedded/secrets.ts';

/** A user pool behind a proxy that records the tokens it issues. */
export interface RecordedPool extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  /** All tokens and protocol sessions so far, by name. Token payloads are also listed separately. */
  tokens(): ReadonlyMap<string, string>;
}

export type InstallationSecrets = Secrets;

export async function readInstallationSecrets(dataFolder: string): Promise<InstallationSecrets> {
  const secrets = await readSecrets(join(dataFolder, 'secrets.json'));
  if (typeof secrets === 'string') throw new Error(`the secrets are ${secrets}`);
  return secrets;
}

export async function recordPool(host: CofferProcess, secrets: InstallationSecrets): Promise<RecordedPool> {
  const answers: string[] = [];
  const wire = createServer((asked, answered) => {
    void relay(host.ports.pool, asked, answered).then((answer) => answers.push(answer));
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const address = wire.address();
  if (address === null || typeof address === 'string') throw new Error('the wire has no port');
  return {
    environment: {
      COFFER_POOL_ENDPOINT: `http://127.0.0.1:${address.port}`,
      COFFER_POOL_ID: secrets.poolId,
      COFFER_POOL_CLIENT_ID: secrets.poolClientId,
      COFFER_POOL_CLIENT_SECRET: secrets.poolClientSecret,
      COFFER_POOL_ISSUER: `http://127.0.0.1:${host.ports.pool}/${secrets.poolId}`,
      COFFER_POOL_ACCESS_KEY_ID: secrets.poolAdminKeyPair.accessKeyId,
      COFFER_POOL_SECRET_ACCESS_KEY: secrets.poolAdminKeyPair.secretAccessKey,
    },
    tokens: () => tokensOf(answers),
    [Symbol.asyncDispose]: async () => {
      const closed = once(wire, 'close');
      wire.close();
      wire.closeAllConnections();
      await closed;
    },
  };
}

/** Keeps all headers, because signatures include `Host`. */
async function relay(port: number, asked: IncomingMessage, answered: ServerResponse): Promise<string> {
  const { method, url, headers } = asked;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers });
  onward.end(await buffer(asked));
  const [response]: IncomingMessage[] = await once(onward, 'response');
  if (response === undefined) throw new Error('the pool did not answer');
  const body = await buffer(response);
  answered.writeHead(response.statusCode ?? 502, response.headers);
  answered.end(body);
  return body.toString();
}

function tokensOf(answers: readonly string[]): Map<string, string> {
  const tokens = new Map<string, string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      // A client's settings: its keys are token names, but its values are units.
      if (name === 'TokenValidityUnits') continue;
      if (typeof member === 'string' && /^(AccessToken|IdToken|RefreshToken|Session)$/.test(name)) {
        tokens.set(`${name} ${tokens.size}`, member);
        const payload = member.split('.')[1];
        if (payload !== undefined) tokens.set(`payload ${tokens.size}`, payload);
      }
      collect(member);
    }
  };
  for (const answer of answers) if (answer.startsWith('{')) collect(JSON.parse(answer));
  return tokens;
}
