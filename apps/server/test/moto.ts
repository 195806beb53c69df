import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@coffer/testing';
import { z } from 'zod';
import { administer } from '../src/platform/identity/administer.contract.ts';

const KEYS = { accessKeyId: 'ANY', secretAccessKey: 'any' };
const Answer = z.record(z.string(), z.unknown());
const Pool = z.object({ Id: z.string() });
const Tokens = z.object({ AccessToken: z.string() });
const Client = z.object({ ClientId: z.string(), ClientSecret: z.string() });

export interface Moto {
  readonly access: {
    readonly endpoint: string;
    readonly poolId: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuer: string;
    readonly jwksUrl: string;
    readonly region: string;
  };
  administer(operation: string, body: object): Promise<Record<string, unknown>>;
  prepareAuthenticator(username: string, password: string): Promise<void>;
  stop(): Promise<void>;
}

/** `python` is the folder of a Python with moto. Its tokens name Amazon as issuer. */
export async function startMoto(python: string): Promise<Moto> {
  const port = await freePort();
  const child = spawn(join(dirname(python), 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/bin' },
  });
  const ended = once(child, 'exit');
  const inner = `http://127.0.0.1:${port}`;
  await untilReady(`${inner}/moto-api/`);
  const proxy = await startProxy(inner);
  const { endpoint } = proxy;
  const call = async (operation: string, body: object): Promise<Record<string, unknown>> =>
    Answer.parse(await administer({ endpoint, keys: KEYS }, operation, body));
  const made = await call('CreateUserPool', {
    PoolName: 'people',
    UsernameAttributes: ['email'],
    MfaConfiguration: 'OPTIONAL',
  });
  const UserPoolId = Pool.parse(made['UserPool']).Id;
  await call('SetUserPoolMfaConfig', {
    UserPoolId,
    SoftwareTokenMfaConfiguration: { Enabled: true },
    MfaConfiguration: 'OPTIONAL',
  });
  const flows = { ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] };
  const app = await call('CreateUserPoolClient', {
    UserPoolId,
    ClientName: 'coffer',
    GenerateSecret: true,
    ...flows,
  });
  const { ClientId: clientId, ClientSecret: clientSecret } = Client.parse(app['UserPoolClient']);
  return {
    access: {
      endpoint,
      poolId: UserPoolId,
      clientId,
      clientSecret,
      issuer: `https://cognito-idp.us-east-1.amazonaws.com/${UserPoolId}`,
      jwksUrl: `${endpoint}/${UserPoolId}/.well-known/jwks.json`,
      region: 'us-east-1',
    },
    administer: async (operation, body) => await call(operation, { UserPoolId, ...body }),
    prepareAuthenticator: async (USERNAME, PASSWORD) => {
      const started = await call('InitiateAuth', {
        ClientId: clientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME, PASSWORD },
      });
      const { AccessToken } = Tokens.parse(started['AuthenticationResult']);
      await call('VerifySoftwareToken', { AccessToken, UserCode: '123456' });
      const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
      await call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
    },
    stop: async () => {
      await proxy.close();
      child.kill();
      await ended;
    },
  };
}

/** Moto's secret blocks are UUIDs; those of Amazon are base64. */
async function startProxy(
  inner: string,
): Promise<{ readonly endpoint: string; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const body = method === 'POST' ? reencode(await text(request), 'base64', 'utf8') : null;
      const target = String(headers['x-amz-target'] ?? '');
      const answer = await fetch(`${inner}${url}`, {
        method,
        body,
        headers: {
          'x-amz-target': target,
          'content-type': headers['content-type'] ?? '',
          authorization: headers.authorization ?? '',
        },
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      response.end(reencode(await answer.text(), 'utf8', 'base64'));
    })();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function reencode(json: string, from: BufferEncoding, to: BufferEncoding): string {
  return json.replace(
    /(SECRET_BLOCK": *")([^"]+)/,
    (_, name: string, block: string) => `${name}${Buffer.from(block, from).toString(to)}`,
  );
}

const READY_TRIES = 120;

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(500);
  }
  throw new Error('moto does not answer');
}
