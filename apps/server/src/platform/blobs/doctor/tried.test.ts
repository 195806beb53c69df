import { expect, test } from 'vitest';
import { diagnose } from './diagnoses.ts';
import { takesParts } from './tried.ts';

const PATIENT = {
  endpoint: 'http://127.0.0.1:9000',
  publicEndpoint: 'http://127.0.0.1:9000',
  region: 'us-east-1',
  bucket: 'files',
  prefix: '',
  accessKeyId: 'key',
  pageOrigin: 'http://localhost:8080',
  isMinio: false,
};

const slow = diagnose('body_slow', PATIENT, PATIENT.endpoint);
const limited = diagnose('body_limited', PATIENT, PATIENT.endpoint);

test.each([
  { tried: [], takes: null },
  { tried: [{ area: 'parts', diagnoses: [] }], takes: true },
  {
    tried: [
      { area: 'parts', diagnoses: [] },
      { area: 'bodies', diagnoses: [limited] },
    ],
    takes: false,
  },
  {
    tried: [
      { area: 'parts', diagnoses: [] },
      { area: 'bodies', diagnoses: [slow] },
    ],
    takes: null,
  },
] as const)('whether a store takes parts is $takes after $tried', ({ tried, takes }) => {
  expect(takesParts(tried)).toBe(takes);
});
