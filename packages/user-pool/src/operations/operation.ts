import type { Result } from '@coffer/kit';
import type { z } from 'zod';
import type { Caller, Deps } from '../deps.ts';
import type { PoolError } from '../errors.ts';

export interface OperationRequest<Input> {
  readonly input: Input;
  readonly caller: Caller;
}

export type OperationResult = Promise<Result<object, PoolError>>;

export interface Operation {
  /** `signed`: requires the SigV4 signature of an administrator. */
  readonly access: 'public' | 'signed';
  prepare(deps: Deps, body: unknown): z.ZodError | ((caller: Caller) => OperationResult);
}

export function defineOperation<Schema extends z.ZodType>(
  access: Operation['access'],
  schema: Schema,
  create: (deps: Deps) => (request: OperationRequest<z.output<Schema>>) => OperationResult,
): Operation {
  return {
    access,
    prepare(deps, body) {
      const parsed = schema.safeParse(body);
      if (!parsed.success) return parsed.error;
      return (caller) => create(deps)({ input: parsed.data, caller });
    },
  };
}
