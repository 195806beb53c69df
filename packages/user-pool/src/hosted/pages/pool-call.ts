import { err, ok, type Result } from '@coffer/kit';
import { createSecretHash } from '../../accounts/clients.ts';
import { errors, type PoolError } from '../../errors.ts';
import { describeIssues } from '../../http/validation-error.ts';
import { operations } from '../../operations/registry.ts';
import type { PageContext } from './page-context.ts';

/** Calls an operation with the checks and limits of an external client. */
export async function callPool(
  context: PageContext,
  operation: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Result<ReadonlyMap<string, unknown>, PoolError>> {
  const prepared = operations.get(operation)?.prepare(context.deps, input);
  if (prepared === undefined) return err(errors.unknownOperation);
  if (typeof prepared !== 'function') return err(describeIssues(prepared, input));
  const result = await prepared(context.hosted.caller);
  return result.ok ? ok(new Map(Object.entries(result.value))) : result;
}

export function clientMembers(context: PageContext, name: string): Readonly<Record<string, string>> {
  const { client } = context.interaction;
  const hash = createSecretHash(context.deps, client, name);
  return { ClientId: client.id, ...(hash === undefined ? {} : { SecretHash: hash }) };
}
