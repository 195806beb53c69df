import type { Handler } from '../http/handler.ts';

/** Clients that come with the tests. */
export const NPM_CLIENTS = ['aws-amplify 6', 'amazon-cognito-identity-js', 'AWS SDK v3'] as const;
/** Clients that a machine has or has not: each has a record of its own, written where it is there. */
export const SYSTEM_CLIENTS = ['boto3', 'AWS CLI'] as const;
/** Clients that we did not write, in the order of the README's table. */
export const CLIENTS = [...NPM_CLIENTS, ...SYSTEM_CLIENTS] as const;
export type ForeignClient = (typeof CLIENTS)[number];

/** Which operations a client was seen to call with success. */
export type Conformance = Readonly<Partial<Record<ForeignClient, readonly string[]>>>;

/** How each client calls itself: in `x-amz-user-agent` where a browser keeps `user-agent` to itself. */
const AGENTS: readonly (readonly [RegExp, ForeignClient])[] = [
  [/^aws-amplify\/6\./, 'aws-amplify 6'],
  [/^aws-amplify\/5\.0\.4/, 'amazon-cognito-identity-js'],
  [/^aws-sdk-js\/3\./, 'AWS SDK v3'],
  [/^aws-cli\//, 'AWS CLI'],
  [/^Boto3\//, 'boto3'],
];
const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';

export interface Observer {
  readonly handler: Handler;
  /** What was seen so far: a call counts when the pool has answered it with 200. */
  seen(): Conformance;
}

/** Stands between the server and the pool, and writes down who called what. */
export function observeClients(handler: Handler): Observer {
  const calls = new Map<ForeignClient, Set<string>>();
  return {
    handler: async (request, connection) => {
      const response = await handler(request, connection);
      const client = clientOf(request.headers);
      const target = request.headers.get('x-amz-target');
      if (client !== undefined && target?.startsWith(TARGET_PREFIX) === true && response.status === 200) {
        const operations = calls.get(client) ?? new Set();
        calls.set(client, operations.add(target.slice(TARGET_PREFIX.length)));
      }
      return response;
    },
    seen: () =>
      Object.fromEntries(
        CLIENTS.flatMap((client) => {
          const operations = calls.get(client);
          return operations === undefined ? [] : [[client, sortNames(operations)] as const];
        }),
      ),
  };
}

/** The form that is kept in `conformance/`, one record for each file of tests: a line for each client and operation. */
export function formatRecord(seen: Conformance, clients: readonly ForeignClient[] = NPM_CLIENTS): string {
  const lines = clients.flatMap((client) =>
    (seen[client] ?? []).map((operation) => `${client}: ${operation}`),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function clientOf(headers: Headers): ForeignClient | undefined {
  for (const name of ['x-amz-user-agent', 'user-agent']) {
    const agent = headers.get(name) ?? '';
    const found = AGENTS.find(([pattern]) => pattern.test(agent));
    if (found !== undefined) return found[1];
  }
  return undefined;
}

function sortNames(names: Iterable<string>): readonly string[] {
  return [...names].toSorted((one, other) => (one < other ? -1 : 1));
}
