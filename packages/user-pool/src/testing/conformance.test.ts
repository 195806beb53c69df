import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Conformance, observeClients } from './conformance.ts';
import { operations } from '../operations/registry.ts';
import { README, withTable } from './conformance-table.ts';

test('the README table matches the records: run `npm run conformance` to write it', () => {
  const readme = readFileSync(README, 'utf8');
  expect(readme).toBe(withTable(readme));
});

test('every client calls every operation that it supports', () => {
  const rows = readFileSync(README, 'utf8')
    .split('\n')
    .filter((line) => /^\| [A-Z]\w+ +\|( (yes|a|b)? *\|){5}$/.test(line));
  expect(rows).toHaveLength(operations.size);
  expect(rows.filter((row) => /\| +\|/.test(row))).toEqual([]);
});

const agents: readonly (readonly [string, string])[] = [
  ['x-amz-user-agent', 'aws-amplify/6.22.1 auth/4 framework/100'],
  ['x-amz-user-agent', 'aws-amplify/5.0.4'],
  ['x-amz-user-agent', 'aws-sdk-js/3.1169.0'],
  ['user-agent', 'Boto3/1.26.27 Python/3.11.2'],
  ['user-agent', 'aws-cli/2.9.19 Python/3.11.2'],
];

test('a call counts for the client that made it, if it returned 200', async () => {
  let status = 200;
  const observer = observeClients(async () => new Response('{}', { status }));
  const call = async ([name, value]: readonly [string, string], operation: string) => {
    const target = `AWSCognitoIdentityProviderService.${operation}`;
    const headers = { 'x-amz-target': target, [name]: value };
    await observer.handler(new Request('http://127.0.0.1/', { method: 'POST', headers }));
  };
  for (const agent of agents) await call(agent, 'GetUser');
  await call(['user-agent', 'curl/8'], 'GetUser');
  status = 400;
  for (const agent of agents) await call(agent, 'SignUp');
  const expected: Conformance = {
    'aws-amplify 6': ['GetUser'],
    'amazon-cognito-identity-js': ['GetUser'],
    'AWS SDK v3': ['GetUser'],
    boto3: ['GetUser'],
    'AWS CLI': ['GetUser'],
  };
  expect(observer.seen()).toEqual(expected);
});
