import { z } from 'zod';
import type { Diagnosis } from '../../diagnosis.ts';
import { callPool } from './call.ts';
import { diagnose } from './diagnoses.ts';
import { judgeClient } from './judge-client.ts';
import { judgePool } from './judge-pool.ts';
import type { ExaminedPool } from './examined.ts';

const Described = z.object({ UserPoolClient: z.unknown() });
const DescribedPool = z.object({ UserPool: z.unknown() });

export async function readSettings(pool: ExaminedPool): Promise<readonly Diagnosis[]> {
  if (pool.admin === undefined) return [diagnose('settings_unseen', pool)];
  const read = async (operation: string, more: Readonly<Record<string, string>>): Promise<Read> =>
    await readOne(pool, operation, { UserPoolId: pool.poolId, ...more });
  const [client, described, factors] = await Promise.all([
    read('DescribeUserPoolClient', { ClientId: pool.clientId }),
    read('DescribeUserPool', {}),
    read('GetUserPoolMfaConfig', {}),
  ]);
  const refused = [client, described, factors].find(({ refusal }) => refusal !== undefined)?.refusal;
  return [
    ...(refused === undefined ? [] : [refused]),
    ...judgeClient(pool, Described.safeParse(client.body).data?.UserPoolClient),
    ...judgePool(pool, DescribedPool.safeParse(described.body).data?.UserPool, factors.body),
  ];
}

interface Read {
  readonly body?: unknown;
  readonly refusal?: Diagnosis;
}

/** Errors that mean an invalid key. Other refusals concern permissions. */
const UNBELIEVED = new Set([
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'SignatureDoesNotMatchException',
  'IncompleteSignatureException',
  'MissingAuthenticationTokenException',
  'InvalidClientTokenIdException',
]);

async function readOne(
  pool: ExaminedPool,
  operation: string,
  body: Readonly<Record<string, string>>,
): Promise<Read> {
  const outcome = await callPool(pool, operation, { body, isSigned: true });
  if (outcome.kind === 'done') return { body: outcome.body };
  if (outcome.kind !== 'exception') return { refusal: diagnose('pool_failing', pool, outcome.kind) };
  const { name } = outcome;
  if (UNBELIEVED.has(name)) return { refusal: diagnose('admin_key_wrong', pool, name) };
  // The missing pool or app client is already reported.
  if (name === 'ResourceNotFoundException') return {};
  return { refusal: diagnose('settings_unread', pool, `${name} at ${operation}`) };
}
