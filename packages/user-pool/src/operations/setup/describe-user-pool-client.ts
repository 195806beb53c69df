import { ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { getClientRecord, readFirstSecret } from '../../setup/client-target.ts';
import { presentClient } from '../../setup/present-client.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const describeUserPoolClientInput = z.object({ UserPoolId: shape.poolId, ClientId: shape.clientId });

/** Includes the oldest secret. */
const describeUserPoolClient =
  (deps: Pick<Deps, 'db' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof describeUserPoolClientInput>>): OperationResult => {
    const client = await getClientRecord(deps, input);
    if (!client.ok) return client;
    const secret = await readFirstSecret(deps, client.value.id);
    return ok({ UserPoolClient: presentClient(client.value, secret) });
  };

export const DescribeUserPoolClient = defineOperation(
  'signed',
  describeUserPoolClientInput,
  describeUserPoolClient,
);
