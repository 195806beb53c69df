import { SECOND_MS } from '@coffer/kit';
import { z } from 'zod';
import type { Diagnosis } from '../../diagnosis.ts';
import { probeUrl, jsonOf } from '../../network/probe-url.ts';
import { jwksUrlOf } from '../id-token.ts';
import { callPool, type Outcome } from './call.ts';
import { diagnose, regionOf } from './diagnoses.ts';
import { diagnoseNetworkError } from './diagnose-network-error.ts';
import type { ExaminedPool } from './examined.ts';

const DRIFT_MS = 30 * SECOND_MS;
const SKEW_MS = 300 * SECOND_MS;

/** A failure here ends the examination. */
export async function probeAccess(pool: ExaminedPool): Promise<readonly Diagnosis[]> {
  const region = regionOf(pool.poolId);
  const place = /cognito-idp[.-]([a-z0-9-]+)\.amazonaws\./.exec(pool.endpoint)?.[1] ?? pool.region;
  const stranger = [pool.region, place].find((named) => named !== region);
  if (stranger !== undefined && /\.amazonaws\./.test(pool.endpoint))
    return [diagnose('wrong_region', pool, stranger)];
  // Every implementation refuses this token.
  const greeting = await callPool(pool, 'GetUser', { body: { AccessToken: 'none' } });
  const reached = judgeReach(pool, greeting);
  if (reached !== undefined) return [reached];
  const clock = judgeClock(pool, 'date' in greeting ? greeting.date : '');
  const issuer = await probeIssuer(pool);
  return [clock, issuer].filter((each) => each !== undefined);
}

function judgeReach(pool: ExaminedPool, outcome: Outcome): Diagnosis | undefined {
  switch (outcome.kind) {
    case 'network_error':
      return diagnoseNetworkError(outcome.networkError, pool.endpoint, 'COFFER_POOL_ENDPOINT');
    case 'stranger':
      return diagnose('not_a_pool', pool, String(outcome.status));
    case 'failing':
      return diagnose('pool_failing', pool, String(outcome.status));
    case 'done':
      return diagnose('not_a_pool', pool, 'it takes a token that is none');
    case 'exception':
      return undefined;
  }
}

function judgeClock(pool: ExaminedPool, date: string): Diagnosis | undefined {
  const skewMs = Math.abs(Date.parse(date) - pool.clock.now().getTime());
  if (Number.isNaN(skewMs) || skewMs <= DRIFT_MS) return undefined;
  const seen = String(Math.round(skewMs / SECOND_MS));
  return diagnose(skewMs > SKEW_MS ? 'clock_skew' : 'clock_drift', pool, seen);
}

const Document = z.object({ issuer: z.string().max(2_048) });
const Keys = z.object({ keys: z.array(z.object({ kty: z.string(), alg: z.string().optional() })) });

async function probeIssuer(pool: ExaminedPool): Promise<Diagnosis | undefined> {
  const url = pool.jwksUrl ?? jwksUrlOf(pool.issuer).href;
  const result = await probeUrl(url);
  if ('networkError' in result)
    return diagnoseNetworkError(
      result.networkError,
      url,
      pool.jwksUrl === undefined ? 'COFFER_POOL_ISSUER' : 'COFFER_POOL_JWKS_URL',
    );
  const { status } = result.answer;
  const keys = Keys.safeParse(jsonOf(result.answer)).data?.keys.filter(
    ({ kty, alg }) => kty === 'RSA' && (alg ?? 'RS256') === 'RS256',
  );
  if (keys === undefined || keys.length === 0) {
    const isOwnAddress = pool.issuer === `${pool.endpoint}/${pool.poolId}`;
    if (status >= 500) return diagnose('pool_failing', pool, String(status));
    return isOwnAddress && status >= 400
      ? diagnose('pool_unknown', pool)
      : diagnose('keys_missing', pool, String(status));
  }
  const discovery = await probeUrl(`${pool.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  // Some emulators have no discovery document.
  const actual =
    'answer' in discovery ? Document.safeParse(jsonOf(discovery.answer)).data?.issuer : undefined;
  return actual === undefined || actual === pool.issuer
    ? undefined
    : diagnose('issuer_mismatch', pool, actual);
}
