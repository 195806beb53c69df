import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { presentClientShortly } from '../../setup/present-client.ts';
import { listClientRecords } from '../../store/client-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { createPageToken, PAGE_SIZE_MAX, pageSize, parsePageToken } from '../pages.ts';
import * as shape from '../shapes.ts';

const listUserPoolClientsInput = z.object({
  UserPoolId: shape.poolId,
  MaxResults: shape.integer({ min: 1, max: PAGE_SIZE_MAX }).optional(),
  NextToken: shape.longToken.optional(),
});

const listUserPoolClients =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof listUserPoolClientsInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const after = parsePageToken(input.NextToken, 1);
    if (!after.ok) return after;
    const limit = pageSize(input.MaxResults);
    const found = await listClientRecords(deps.db, pool.value.id, {
      limit: limit + 1,
      after: after.value?.[0],
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return ok({
      UserPoolClients: page.map(presentClientShortly),
      ...(found.length > limit && last !== undefined ? { NextToken: createPageToken([last.id]) } : {}),
    });
  };

export const ListUserPoolClients = defineOperation('signed', listUserPoolClientsInput, listUserPoolClients);
