// Exactly the diagnosis of the injected fault must appear, in addition to those that are normal for the store.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutBucketLifecycleConfigurationCommand } from '@aws-sdk/client-s3';
import { LIMITS } from '@coffer/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaultyProxy, s3Error, startFaultyProxy } from '../../../live-store-faults.contract.ts';
import { s3Client, type S3Access } from '../s3-client.ts';
import { callStore } from '../s3-failures.ts';
import type { DiagnosisCode } from './diagnoses.ts';
import { examineStore } from './examine-store.ts';
import { CASES } from './faults.contract.ts';
import type { Examination } from './model.ts';
import type { ExaminedStore } from './probe.ts';

export interface DoctorsStore extends S3Access {
  readonly bucket: string;
  readonly pageOrigin: string;
  readonly expected: readonly DiagnosisCode[];
}

const PREFIX = 'doctored';

const codesOf = ({ diagnoses }: Examination): readonly string[] => diagnoses.map(({ code }) => code);

export function doctorContract(name: string, open: () => DoctorsStore): void {
  describe(`store doctor: ${name}`, () => {
    let inside: FaultyProxy;
    let outside: FaultyProxy;
    let store: ExaminedStore;
    let always: readonly string[] = [];
    const right = new Map<string, boolean>();

    beforeAll(async () => {
      const opened = open();
      inside = await startFaultyProxy(opened.endpoint);
      outside = await startFaultyProxy(opened.endpoint);
      store = {
        ...opened,
        endpoint: inside.url,
        publicEndpoint: outside.url,
        prefix: PREFIX,
        clock: { now: () => new Date() },
        // The minimum part size of S3; cases that need it use the full size.
        partBytes: LIMITS.partSizeMinBytes,
      };
      const rule = {
        ID: 'unfinished',
        Status: 'Enabled',
        Filter: { Prefix: '' },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 8 },
      } as const;
      const put = new PutBucketLifecycleConfigurationCommand({
        Bucket: opened.bucket,
        LifecycleConfiguration: { Rules: [rule] },
      });
      await callStore(() => s3Client(opened).send(put));
    });
    afterAll(async () => {
      await inside[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    });

    test('a correctly configured store is fine', async () => {
      const examined = await examineStore({ ...store, partBytes: LIMITS.partSizeLargeBytes }, 'full');
      always = codesOf(examined);
      const { expected } = open();
      expect(always).toEqual(expected);
      expect(examined.capabilities).toMatchObject({
        ranges: true,
        multipart: true,
        list: true,
        addressing: 'path',
      });
    });

    test.for(CASES)('it finds $name', async (planted, context) => {
      const { code, name: called, inside: within, outside: without, change } = planted;
      const isUnknown = code === 'lifecycle_missing' && open().expected.includes('unfinished_ends');
      if (isUnknown) return context.skip('this store ends unfinished uploads without a rule');
      inside.plant(within ?? {});
      outside.plant(without ?? {});
      const examined = await examineStore(change?.(store) ?? store, 'full');
      inside.plant({});
      outside.plant({});
      const found = codesOf(examined).filter((each) => each === code || !always.includes(each));
      right.set(called, found.length === 1 && found[0] === code);
      expect(found).toEqual([code]);
      const [diagnosis] = examined.diagnoses.filter((each) => each.code === code);
      expect(diagnosis?.fix).toMatch(/\w/);
      expect(JSON.stringify(examined)).not.toContain(store.secretAccessKey);
    });

    test('at least nineteen of twenty are right, and the store is as before', async () => {
      const isEndedByRule = !open().expected.includes('unfinished_ends');
      expect(right.size).toBe(isEndedByRule ? CASES.length : CASES.length - 1);
      expect(right.size).toBeGreaterThanOrEqual(20);
      const wrong = [...right].filter(([, isRight]) => !isRight);
      expect(wrong.length / right.size).toBeLessThanOrEqual(1 / 20);
      expect(codesOf(await examineStore(store, 'full'))).toEqual(always);
    });

    test.each([
      ['an element', '<Region>eu-west-3</Region>'],
      ['its sentence', '<Message>the region "us-east-1" is wrong; expecting &#34;eu-west-3&#34;</Message>'],
    ])('the right region is taken from %s of the refusal', async (_, error) => {
      inside.plant({ before: () => s3Error(400, 'AuthorizationHeaderMalformed', error) });
      const examined = await examineStore(store, 'fast');
      inside.plant({});
      expect(examined.diagnoses).toMatchObject([
        { code: 'wrong_region', fix: 'Set COFFER_S3_REGION=eu-west-3.' },
      ]);
    });

    test('untrusted certificates are distinguished from no response, from inside and outside', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'coffer-doctor-'));
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-subj',
          '/CN=127.0.0.1',
          '-addext',
          'subjectAltName=IP:127.0.0.1',
          '-days',
          '1',
          '-keyout',
          key,
          '-out',
          cert,
        ],
        { stdio: 'ignore' },
      );
      const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
      rmSync(folder, { recursive: true });
      await using secure = await startFaultyProxy(inside.url, tls);
      const untrusted = await examineStore({ ...store, endpoint: secure.url }, 'fast');
      expect(codesOf(untrusted)).toEqual(['tls_untrusted']);
      const expected = await examineStore(
        { ...store, endpoint: secure.url.replace('https:', 'http:') },
        'fast',
      );
      expect(codesOf(expected)).toEqual(['tls_expected']);
      const outward = await examineStore({ ...store, publicEndpoint: secure.url }, 'fast');
      expect(codesOf(outward).filter((code) => !always.includes(code))).toEqual(['public_tls']);
    });
  });
}
