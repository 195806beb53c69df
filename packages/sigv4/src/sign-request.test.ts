// Vectors: the AWS general reference example (IAM ListUsers) and `post-vanilla` of the AWS SigV4 test suite.
import { expect, test } from 'vitest';
import { signRequest } from './sign-request.ts';

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const AT = new Date('2015-08-30T12:36:00.000Z');

test('the published example of a signed GET is reproduced exactly', () => {
  const headers = signRequest(
    {
      method: 'GET',
      url: new URL('https://iam.amazonaws.com/?Version=2010-05-08&Action=ListUsers'),
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: '',
    },
    KEYS,
    { region: 'us-east-1', service: 'iam', at: AT },
  );
  expect(headers['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  );
});

test('the published example of a signed POST is reproduced exactly', () => {
  const headers = signRequest(
    { method: 'POST', url: new URL('https://example.amazonaws.com/'), headers: {}, body: '' },
    KEYS,
    { region: 'us-east-1', service: 'service', at: AT },
  );
  expect(headers['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  );
});

test('another body gives another signature', () => {
  const [one, two] = ['{"a":1}', '{"a":2}'].map(
    (body) =>
      signRequest(
        { method: 'POST', url: new URL('https://example.amazonaws.com/'), headers: {}, body },
        KEYS,
        { region: 'us-east-1', service: 'service', at: AT },
      )['authorization'],
  );
  expect(one).toContain('Signature=');
  expect(one).not.toBe(two);
});
