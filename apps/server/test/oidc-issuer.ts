import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { assert } from '@coffer/kit';
import {
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

export interface TestPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface TestIssuer {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  person: TestPerson;
  failure: 'silent' | 'refusing' | 500 | undefined;
  givesRefreshTokens: boolean;
  /** Seconds since the person proved who they are. */
  proofAge: number;
  readonly grants: string[];
  readonly logoutTokens: string[];
  /** `header` overrides header members. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>): Promise<string>;
  endSession(): Promise<void>;
  /** Follows redirects to the callback URL. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT_ID = 'coffer';

/** `oidc-provider`, which accepts `person` without a prompt. */
export async function startTestIssuer(redirectUri: string, signedOutUri: string): Promise<TestIssuer> {
  const clientSecret = randomBytes(24).toString('hex');
  const key = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(key.privateKey)), kid: 'the-one', alg: 'RS256', use: 'sig' };
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
  const url = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(
    url,
    configuration(
      { redirectUri, signedOutUri, clientSecret, url, jwk },
      { person: () => issuer.person, givesRefreshTokens: () => issuer.givesRefreshTokens },
    ),
  );
  let cookies = new Map<string, string>();
  const serve = provider.callback();
  const issuer: TestIssuer = {
    url,
    clientId: CLIENT_ID,
    clientSecret,
    person: { sub: 'nobody' },
    failure: undefined,
    givesRefreshTokens: true,
    proofAge: 0,
    grants: [],
    logoutTokens: [],
    sign: async (claims, header = {}) =>
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'the-one', typ: 'logout+jwt', ...header })
        .sign(key.privateKey),
    endSession: async () => await endSession(url, cookies),
    visit: async (start) => {
      cookies = new Map();
      return await visit(start, cookies);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  provider.on('grant.success', (context) => {
    const grant: unknown = context.oidc.params?.['grant_type'];
    if (typeof grant === 'string') issuer.grants.push(grant);
  });
  handle = (request, response) => {
    if (issuer.failure === 'silent') return;
    if (issuer.failure === 'refusing') {
      // RFC 6749 section 5.2.
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      return;
    }
    if (issuer.failure === 500) {
      response.writeHead(500).end();
      return;
    }
    if (request.url === '/told') {
      void catchToken(request, response, issuer.logoutTokens);
      return;
    }
    if (request.url?.startsWith('/interaction/') === true) {
      void finishLogin(provider, issuer, { request, response });
      return;
    }
    void serve(request, response);
  };
  return issuer;
}

async function finishLogin(
  provider: Provider,
  { person, proofAge }: TestIssuer,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const login = { accountId: person.sub, ts: Math.floor(Date.now() / 1_000) - proofAge };
  await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
}

async function catchToken(
  request: IncomingMessage,
  response: ServerResponse,
  tokens: string[],
): Promise<void> {
  tokens.push(new URLSearchParams(await textOf(request)).get('logout_token') ?? '');
  response.end();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function configuration(
  client: {
    readonly redirectUri: string;
    readonly signedOutUri: string;
    readonly clientSecret: string;
    readonly url: string;
    readonly jwk: JWK;
  },
  facts: { readonly person: () => TestPerson; readonly givesRefreshTokens: () => boolean },
): Configuration {
  const { person } = facts;
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        post_logout_redirect_uris: [client.signedOutUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        backchannel_logout_uri: `${client.url}/told`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [client.jwk] },
    // `oidc-provider` refuses requests to loopback by default.
    fetch: async (address, options) => {
      const plain = Object.entries(options ?? {}).filter(([name]) => name !== 'dispatcher');
      return await fetch(address, Object.fromEntries(plain));
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    pkce: { required: () => true },
    issueRefreshToken: () => Promise.resolve(facts.givesRefreshTokens()),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ ...person(), groups: [...(person().groups ?? [])] }),
    }),
    loadExistingGrant: async (context) => {
      const { session, client: app } = context.oidc;
      assert(session?.accountId !== undefined && app !== undefined, 'somebody is signed in');
      const grant = new context.oidc.provider.Grant({ accountId: session.accountId, clientId: app.clientId });
      grant.addOIDCScope('openid email profile offline_access');
      await grant.save();
      return grant;
    },
  };
}

async function visit(start: string, cookies: Map<string, string>): Promise<string> {
  const { origin } = new URL(start);
  for (let url = start, steps = 0; steps < 10; steps += 1) {
    if (new URL(url).origin !== origin) return url;
    const response = await browse(url, cookies);
    const location = response.headers.get('location');
    assert(location !== null, `the issuer leads on from ${new URL(url).pathname}: ${response.status}`);
    url = new URL(location, url).href;
  }
  throw new Error('the issuer leads in circles');
}

async function browse(url: string, cookies: Map<string, string>, body?: URLSearchParams): Promise<Response> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';');
    const at = pair.indexOf('=');
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return response;
}

async function endSession(url: string, cookies: Map<string, string>): Promise<void> {
  const page = await (await browse(`${url}/session/end`, cookies)).text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
  assert(xsrf !== undefined, 'the issuer asks whether the person means it');
  await browse(`${url}/session/end/confirm`, cookies, new URLSearchParams({ xsrf, logout: 'yes' }));
}
