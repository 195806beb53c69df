import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { assert } from '@coffer/kit';
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
  /** Who signs in at the issuer from now on. */
  person: TestPerson;
  /** While set, every request is answered with it. */
  failure: 'silent' | 500 | undefined;
  /** Grants that the token endpoint was asked for. */
  readonly grants: string[];
  /** Goes the way of a browser from an authorization address to the address that it comes back to. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT_ID = 'coffer';

/** `oidc-provider`, an issuer that we did not write, with a sign-in page that lets `person` in without asking. */
export async function startTestIssuer(redirectUri: string, signedOutUri: string): Promise<TestIssuer> {
  const clientSecret = randomBytes(24).toString('hex');
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
  const url = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(
    url,
    configuration({ redirectUri, signedOutUri, clientSecret }, () => issuer.person),
  );
  const serve = provider.callback();
  const issuer: TestIssuer = {
    url,
    clientId: CLIENT_ID,
    clientSecret,
    person: { sub: 'nobody' },
    failure: undefined,
    grants: [],
    visit,
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
    if (issuer.failure === 500) {
      response.writeHead(500).end();
      return;
    }
    if (request.url?.startsWith('/interaction/') === true) {
      const login = { login: { accountId: issuer.person.sub } };
      void provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
      return;
    }
    void serve(request, response);
  };
  return issuer;
}

function configuration(
  client: { readonly redirectUri: string; readonly signedOutUri: string; readonly clientSecret: string },
  person: () => TestPerson,
): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        post_logout_redirect_uris: [client.signedOutUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    pkce: { required: () => true },
    issueRefreshToken: () => Promise.resolve(true),
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

async function visit(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  for (let url = start, steps = 0; steps < 10; steps += 1) {
    if (new URL(url).origin !== origin) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    assert(location !== null, `the issuer leads on from ${new URL(url).pathname}: ${response.status}`);
    url = new URL(location, url).href;
  }
  throw new Error('the issuer leads in circles');
}
