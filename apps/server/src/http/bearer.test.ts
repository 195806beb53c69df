import {
  OPERATION_SCOPES,
  type Operation,
  type OperationName,
  operations,
  TOKEN_SCOPES,
  type TokenScope,
} from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { actor, build, here, NODE, problem } from './app.world.ts';
import { withinScopes } from './bearer.ts';

const all = Object.entries(operations) as [OperationName, Operation][];

test('every call names the scope that a token needs, or is closed to tokens', () => {
  expect(Object.keys(OPERATION_SCOPES).toSorted()).toEqual(all.map(([name]) => name).toSorted());
});

const at = (pattern: RegExp) => (operation: Operation) => pattern.test(operation.path);

test.each<[string, (operation: Operation) => boolean, RegExp]>([
  ['needs no account', ({ access }) => access === 'anyone', /^closed$/],
  ['is about the own account', at(/^\/(?:me\/(?!picture)|sessions|viewings)/), /^closed$/],
  ['is about sign-ins of others', at(/\/(?:tokens|sign-out|reset-link|reset-factors)/), /^closed$/],
  ['administers', at(/^\/admin\//), /^(?:admin:|closed)/],
  ['does not administer', at(/^\/(?!admin\/)/), /^(?!admin:)/],
  ['changes something', ({ method }) => method === 'PATCH' || method === 'DELETE', /(?:write|closed)$/],
])('a call that %s has a fitting scope', (_, isMeant, fitting) => {
  const meant = all.filter(([, operation]) => isMeant(operation));
  expect(meant.length).toBeGreaterThan(0);
  expect(meant.filter(([name]) => !fitting.test(OPERATION_SCOPES[name]))).toEqual([]);
});

const answerTo = (name: OperationName, scopes: readonly TokenScope[]) => {
  const allowed = withinScopes(name, { ...actor, scopes });
  return allowed.ok ? 'allowed' : allowed.error.code;
};

test('a call with a token needs the scope of the call, and no other', () => {
  for (const [name] of all) {
    const scope = OPERATION_SCOPES[name];
    const isClosed = scope === 'closed';
    if (scope === 'any') continue;
    const others = TOKEN_SCOPES.filter((each) => each !== scope);
    expect(withinScopes(name, actor).ok).toBe(true);
    expect(answerTo(name, others)).toBe(isClosed ? 'token_not_accepted' : 'scope_missing');
    expect(answerTo(name, TOKEN_SCOPES)).toBe(isClosed ? 'token_not_accepted' : 'allowed');
  }
});

test('a token may ask about itself, whatever it is for, and nothing else is open to every token', () => {
  const open = all.flatMap(([name]) => (OPERATION_SCOPES[name] === 'any' ? [name] : []));
  expect(open).toEqual(['getCurrentToken']);
  for (const scope of TOKEN_SCOPES) expect(answerTo('getCurrentToken', [scope])).toBe('allowed');
});

const ask = async (
  path: string,
  headers: Record<string, string>,
  options: { readonly method?: string; readonly body?: string } = {},
): Promise<Response> => await here.app.request(`/api/v1${path}`, { headers, ...options });

test('a token stands for the session: no cookie is read and no CSRF header is needed beside it', async () => {
  const asked: string[] = [];
  here.app = build(
    {},
    {
      authenticateToken: async (secret) => {
        asked.push(secret);
        return await Promise.resolve(ok({ ...actor, scopes: ['files:write'] }));
      },
      authenticate: () => Promise.reject(new Error('the cookie was read')),
    },
  );
  const body = JSON.stringify({ parentId: NODE, name: 'a' });
  const json = { 'content-type': 'application/json', cookie: 'coffer=living' };
  const made = await ask('/folders', { ...json, authorization: 'bearer  abc' }, { method: 'POST', body });
  expect([made.status, asked]).toEqual([201, ['abc']]);

  const read = await ask(`/nodes/${NODE}`, { authorization: 'Bearer abc' });
  expect(read.headers.get('www-authenticate')).toBe(
    'Bearer realm="Coffer", error="insufficient_scope", scope="files:read"',
  );
  expect(await problem(read)).toMatchObject({ status: 403, code: 'scope_missing', scope: 'files:read' });
  const who = await ask('/session', { authorization: 'Bearer abc' });
  expect(await problem(who)).toMatchObject({ status: 403, code: 'token_not_accepted' });
});

test('an empty token is refused, whatever cookie comes with it; other schemes belong to proxies', async () => {
  const cookie = 'coffer=living';
  const refused = await ask(`/nodes/${NODE}`, { authorization: 'Bearer', cookie });
  expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="Coffer", error="invalid_token"');
  expect(await problem(refused)).toMatchObject({ status: 401, code: 'token_refused' });
  expect((await ask(`/nodes/${NODE}`, { authorization: 'Basic YTpi', cookie })).status).toBe(200);
  const nobody = await ask(`/nodes/${NODE}`, {});
  expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Coffer"']);
});
