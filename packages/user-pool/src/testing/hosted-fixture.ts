import { createHash, randomBytes } from 'node:crypto';
import { assert } from '@coffer/kit';
import { z } from 'zod';
import type { DeclaredPoolInput } from '../settings.ts';
import { createHostedBrowser, type HostedBrowser, type Visit } from './hosted-browser.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  POOL_ID,
  type PoolFixture,
  ROTATING_CLIENT_ID,
  SECRET_CLIENT_ID,
} from './pool-fixture.ts';

export const CALLBACK = 'https://app.example/callback';
export const OTHER_CALLBACK = 'https://other.example/callback';
export const SIGNED_OUT = 'https://app.example/bye';
export const ALL_SCOPES = ['openid', 'email', 'phone', 'profile', 'aws.cognito.signin.user.admin'];

const oauth = {
  isOAuthAllowed: true,
  oauthFlows: ['code' as const],
  oauthScopes: ALL_SCOPES,
  callbackUrls: [CALLBACK, 'app.example:/callback?kept=1'],
  logoutUrls: [SIGNED_OUT],
};

export function hostedPools(changes: Partial<DeclaredPoolInput> = {}): readonly DeclaredPoolInput[] {
  return [
    {
      id: POOL_ID,
      name: 'people',
      usernameAttributes: ['email'],
      mfaConfiguration: 'OPTIONAL',
      isSelfSignUpAllowed: true,
      autoVerifiedAttributes: ['email'],
      schemaAttributes: [{ name: 'team', isCustom: true }],
      ...changes,
      clients: [
        { id: CLIENT_ID, name: 'web', ...oauth },
        { id: OTHER_CLIENT_ID, name: 'other', ...oauth, callbackUrls: [OTHER_CALLBACK] },
        { id: ROTATING_CLIENT_ID, name: 'rotating', ...oauth, rotation: { retryGracePeriodSeconds: 0 } },
        { id: SECRET_CLIENT_ID, name: 'relay', secret: CLIENT_SECRET, ...oauth },
        { id: 'nooauth', name: 'no oauth', callbackUrls: [CALLBACK] },
        ...(changes.clients ?? []),
      ],
    },
  ];
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Parameters set to undefined are removed. */
export function authorizePath(
  pkce: Pkce,
  changes: Readonly<Record<string, string | undefined>> = {},
  path = '/oauth2/authorize',
): string {
  const parameters = {
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: CALLBACK,
    scope: 'openid email',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${path}?${new URLSearchParams(given).toString()}`;
}

export async function signInByPage(
  browser: HostedBrowser,
  path: string,
  person: { readonly name: string; readonly password: string },
): Promise<Visit> {
  const page = await browser.visit(path);
  assert(page.status === 200, `no sign-in page: ${page.status} ${page.html}`);
  return await browser.submit(page, '/login', { username: person.name, password: person.password });
}

export function parametersOf(visit: Visit): URLSearchParams {
  assert(visit.left !== undefined, `no redirect to the client: ${visit.status} ${visit.url} ${visit.html}`);
  return new URL(visit.left).searchParams;
}

/** Redeems a code from a chosen IP address. `send` is the pool's `fetch`. */
export async function redeemFrom(
  send: PoolFixture['pool']['fetch'],
  endpoint: string,
  ask: { readonly address: string; readonly fields: Readonly<Record<string, string>> },
): Promise<Redeemed> {
  const body = new URLSearchParams(ask.fields).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request = new Request(`${endpoint}/oauth2/token`, { method: 'POST', body, headers });
  return await readReply(await send(request, { address: ask.address }));
}

interface Redeemed {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

async function readReply(response: Response): Promise<Redeemed> {
  const body = z.record(z.string(), z.unknown()).parse(await response.json());
  return { status: response.status, body, headers: response.headers };
}

export async function redeem(
  endpoint: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Redeemed> {
  const response = await fetch(`${endpoint}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return await readReply(response);
}

export async function obtainCode(
  endpoint: string,
  person: { readonly name: string; readonly password: string },
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<{ readonly browser: HostedBrowser; readonly code: string; readonly pkce: Pkce }> {
  const browser = createHostedBrowser(endpoint);
  const pkce = createPkce();
  const back = await signInByPage(browser, authorizePath(pkce, changes), person);
  const code = parametersOf(back).get('code');
  assert(code !== null, `no code in ${back.left}`);
  return { browser, code, pkce };
}
