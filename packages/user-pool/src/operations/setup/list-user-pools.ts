import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { presentPoolSummary } from '../../setup/present-pool.ts';
import { listPoolRecords } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { createPageToken, PAGE_SIZE_MAX, pageSize, parsePageInstant, parsePageToken } from '../pages.ts';
import * as shape from '../shapes.ts';

const listUserPoolsInput = z.object({
  NextToken: shape.longToken.optional(),
  MaxResults: shape.integer({ min: 1, max: PAGE_SIZE_MAX }),
});

const listUserPools =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof listUserPoolsInput>>): OperationResult => {
    const after = parseAfter(input.NextToken);
    if (!after.ok) return after;
    const limit = pageSize(input.MaxResults);
    const found = await listPoolRecords(deps.db, { limit: limit + 1, after: after.value });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return ok({
      UserPools: page.map(presentPoolSummary),
      ...(found.length > limit && last !== undefined
        ? { NextToken: createPageToken([String(last.createdAt.getTime()), last.id]) }
        : {}),
    });
  };

function parseAfter(
  token: string | undefined,
): Result<{ readonly createdAt: Date; readonly id: string } | undefined, PoolError> {
  const parts = parsePageToken(token, 2);
  if (!parts.ok || parts.value === undefined) return parts.ok ? ok(undefined) : parts;
  const [time, id] = parts.value;
  const createdAt = parsePageInstant(time);
  return createdAt === undefined || id === undefined
    ? err(errors.paginationTokenInvalid)
    : ok({ createdAt, id });
}

export const ListUserPools = defineOperation('signed', listUserPoolsInput, listUserPools);
