import { ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { presentSecret } from '../../setup/client-secrets.ts';
import { getClientRecord } from '../../setup/client-target.ts';
import { listClientSecrets } from '../../store/client-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const listUserPoolClientSecretsInput = z.object({
  UserPoolId: shape.poolId,
  ClientId: shape.clientId,
  NextToken: shape.longToken.optional(),
});

/** Omits the values. All fit on one page. */
const listUserPoolClientSecrets =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof listUserPoolClientSecretsInput>>): OperationResult => {
    const client = await getClientRecord(deps, input);
    if (!client.ok) return client;
    const secrets = await listClientSecrets(deps.db, client.value.id);
    return ok({ ClientSecrets: secrets.map(presentSecret) });
  };

export const ListUserPoolClientSecrets = defineOperation(
  'signed',
  listUserPoolClientSecretsInput,
  listUserPoolClientSecrets,
);
