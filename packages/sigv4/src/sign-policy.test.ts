import { expect, test } from 'vitest';
import { signForm } from './sign-policy.ts';

const AT = new Date('2026-03-04T05:06:07.890Z');
const SIGNING = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-west-1',
};

test('a form names each of its fields and its exact size in the policy, and ends when it should', () => {
  const fields = signForm(SIGNING, {
    bucket: 'files',
    fields: [
      ['key', 'k'],
      ['x-amz-meta-name', 'Gr%C3%BC%C3%9Fe'],
    ],
    sizeBytes: 5,
    at: AT,
    expiresAt: new Date('2026-03-04T05:21:07.890Z'),
  });
  const form = new Map(fields);
  const policy: unknown = JSON.parse(Buffer.from(form.get('policy') ?? '', 'base64').toString('utf8'));
  expect(policy).toEqual({
    expiration: '2026-03-04T05:21:07.890Z',
    conditions: [
      { bucket: 'files' },
      { key: 'k' },
      { 'x-amz-meta-name': 'Gr%C3%BC%C3%9Fe' },
      { 'x-amz-algorithm': 'AWS4-HMAC-SHA256' },
      { 'x-amz-credential': 'AKIDEXAMPLE/20260304/eu-west-1/s3/aws4_request' },
      { 'x-amz-date': '20260304T050607Z' },
      ['content-length-range', 5, 5],
    ],
  });
  expect(fields.map(([name]) => name).slice(-2)).toEqual(['policy', 'x-amz-signature']);
  expect(JSON.stringify(fields)).not.toContain(SIGNING.secretAccessKey);
});
