import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assert, defined } from '@coffer/kit';
import { freePort } from '@coffer/testing';
import { z } from 'zod';

const REALM = 'corp';
const CLIENT_ID = 'coffer';
export const KEYCLOAK_PASSWORD = 'eight-maids-a-milking-8';
const Token = z.object({ access_token: z.string() });

export interface Keycloak {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  addPerson(person: { readonly email: string; readonly isVerified: boolean }): Promise<void>;
  /** Fills the sign-in form. Returns the address that the browser is led to. */
  signIn(start: string, email: string): Promise<string>;
  stop(): Promise<void>;
}

/** `folder` holds a distribution of Keycloak. Its database is in memory. */
export async function startKeycloak(
  folder: string,
  client: { readonly redirectUri: string; readonly signedOutUri: string },
): Promise<Keycloak> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const password = randomBytes(12).toString('hex');
  const args = ['start-dev', '--db=dev-mem', '--cache=local', '--http-host=127.0.0.1', `--http-port=${port}`];
  const child = spawn(join(folder, 'bin', 'kc.sh'), args, {
    stdio: 'ignore',
    // The script starts Java as a child.
    detached: true,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
      KC_BOOTSTRAP_ADMIN_PASSWORD: password,
    },
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    process.kill(-defined(child.pid, 'it was started'));
    await ended;
  };
  try {
    await untilReady(`${origin}/realms/master`);
    const call = await administrator(origin, password);
    const clientSecret = randomBytes(24).toString('hex');
    await call('/admin/realms', realmOf({ ...client, clientSecret }));
    return {
      url: `${origin}/realms/${REALM}`,
      clientId: CLIENT_ID,
      clientSecret,
      addPerson: async ({ email, isVerified }) =>
        await call(`/admin/realms/${REALM}/users`, {
          username: email,
          email,
          emailVerified: isVerified,
          firstName: 'Grace',
          lastName: 'Hopper',
          enabled: true,
          credentials: [{ type: 'password', value: KEYCLOAK_PASSWORD, temporary: false }],
        }),
      signIn: fillForm,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function realmOf(client: {
  readonly redirectUri: string;
  readonly signedOutUri: string;
  readonly clientSecret: string;
}): object {
  return {
    realm: REALM,
    enabled: true,
    clients: [
      {
        clientId: CLIENT_ID,
        secret: client.clientSecret,
        redirectUris: [client.redirectUri],
        attributes: {
          'pkce.code.challenge.method': 'S256',
          'post.logout.redirect.uris': client.signedOutUri,
        },
      },
    ],
  };
}

async function administrator(origin: string, password: string) {
  const asked = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin',
      password,
    }),
  });
  const { access_token: token } = Token.parse(await asked.json());
  return async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert(response.status === 201, `${path}: ${response.status} ${await response.text()}`);
  };
}

async function fillForm(start: string, email: string): Promise<string> {
  const shown = await fetch(start, { redirect: 'manual' });
  const page = await shown.text();
  const action = /<form id="kc-form-login"[^>]* action="([^"]+)"/.exec(page)?.[1];
  const cookie = shown.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const sent = await fetch(defined(action, 'a sign-in form is shown').replaceAll('&amp;', '&'), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ username: email, password: KEYCLOAK_PASSWORD }),
  });
  return defined(sent.headers.get('location') ?? undefined, 'the sign-in leads back');
}

const READY_TRIES = 600;

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await sleep(500);
  }
  throw new Error('Keycloak does not answer');
}
