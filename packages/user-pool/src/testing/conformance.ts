import type { Handler } from '../http/handler.ts';

export const NPM_CLIENTS = ['aws-amplify 6', 'amazon-cognito-identity-js', 'AWS SDK v3'] as const;
/** Clients that are not from npm. Each has a separate record. */
export const SYSTEM_CLIENTS = ['boto3', 'AWS CLI'] as const;
/** In the column order of the README. */
export const CLIENTS = [...NPM_CLIENTS, ...SYSTEM_CLIENTS] as const;
export type ForeignClient = (typeof CLIENTS)[number];

export type Conformance = Readonly<Partial<Record<ForeignClient, readonly string[]>>>;

/** Browsers cannot set `user-agent`, so some clients use `x-amz-user-agent`. */
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
  /** Calls that got a response with status 200. */
  seen(): Conformance;
}

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
