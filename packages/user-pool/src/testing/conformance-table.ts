import { readdirSync, readFileSync } from 'node:fs';
import { assert } from '@coffer/kit';
import { z } from 'zod';
import { operations } from '../operations/registry.ts';
import { CLIENTS, type ForeignClient } from './conformance.ts';

const RECORDS = new URL('conformance/', import.meta.url);
export const README = new URL('../../README.md', import.meta.url);
const BEGIN = '<!-- conformance: written by `npm run conformance`, from the records of the tests -->';
const END = '<!-- end of conformance -->';

const lineSchema = z.tuple([z.enum(CLIENTS), z.string()]);

/** Operations missing from a client; the letter is a footnote. Unlisted clients have all. */
const LACKS: Readonly<Partial<Record<ForeignClient, (operation: string) => 'a' | 'b' | undefined>>> = {
  'aws-amplify 6': (operation) => (AMPLIFY.has(operation) ? undefined : 'a'),
  'amazon-cognito-identity-js': (operation) => (IDENTITY_JS.has(operation) ? undefined : 'a'),
  'AWS CLI': (operation) => (NOT_IN_AWS_CLI_1_46.test(operation) ? 'b' : undefined),
};

export function lacks(client: ForeignClient, operation: string): 'a' | 'b' | undefined {
  return LACKS[client]?.(operation);
}

const BOTH = [
  'AssociateSoftwareToken',
  'ChangePassword',
  'ConfirmDevice',
  'ConfirmForgotPassword',
  'ConfirmSignUp',
  'DeleteUser',
  'DeleteUserAttributes',
  'ForgetDevice',
  'ForgotPassword',
  'GetUser',
  'GetUserAttributeVerificationCode',
  'GlobalSignOut',
  'InitiateAuth',
  'ListDevices',
  'ResendConfirmationCode',
  'RespondToAuthChallenge',
  'RevokeToken',
  'SetUserMFAPreference',
  'SignUp',
  'UpdateDeviceStatus',
  'UpdateUserAttributes',
  'VerifySoftwareToken',
  'VerifyUserAttribute',
];
const AMPLIFY = new Set([
  ...BOTH,
  'CompleteWebAuthnRegistration',
  'DeleteWebAuthnCredential',
  'GetTokensFromRefreshToken',
  'ListWebAuthnCredentials',
  'StartWebAuthnRegistration',
]);
const IDENTITY_JS = new Set([...BOTH, 'GetDevice']);
const NOT_IN_AWS_CLI_1_46 = /UserSession|SessionConfiguration|AdminDeleteSoftwareToken/;

export function withTable(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  assert(begin !== -1 && end > begin, 'the README has no markers for the table');
  return `${readme.slice(0, begin)}${BEGIN}\n\n${renderTable(readRecords())}\n\n${readme.slice(end)}`;
}

function renderTable(seen: ReadonlyMap<string, ReadonlySet<ForeignClient>>): string {
  const names = [...operations.keys()].toSorted((one, other) => (one < other ? -1 : 1));
  const rows = names.map((operation) => [
    operation,
    ...CLIENTS.map((client) => {
      if (seen.get(operation)?.has(client) === true) return 'yes';
      return lacks(client, operation) ?? '';
    }),
  ]);
  const table = [['operation', ...CLIENTS], ...rows];
  const widths = table[0]?.map((_cell, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  const rule = `| ${head.map((_cell, column) => '-'.repeat(widths?.[column] ?? 0)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

function readRecords(): ReadonlyMap<string, ReadonlySet<ForeignClient>> {
  const seen = new Map<string, Set<ForeignClient>>();
  for (const name of readdirSync(RECORDS)) {
    const lines = readFileSync(new URL(name, RECORDS), 'utf8').split('\n').filter(Boolean);
    for (const line of lines) {
      const [client, operation] = lineSchema.parse(line.split(': '));
      seen.set(operation, (seen.get(operation) ?? new Set()).add(client));
    }
  }
  return seen;
}
