import type { Result } from '@coffer/kit';
import type { z } from 'zod';
import type { Caller, Deps } from '../deps.ts';
import type { PoolError } from '../errors.ts';

/** A request whose shape was checked, with what is known of its sender. */
export interface OperationRequest<Input> {
  readonly input: Input;
  readonly caller: Caller;
}

/** What an operation answers; its members are the output shape of the service model. */
export type OperationResult = Promise<Result<object, PoolError>>;

/** An entry of the registry. */
export interface Operation {
  /** `signed`: only with a SigV4 signature of an administrator's key. */
  readonly access: 'public' | 'signed';
  /** The request handler, or the issues of a body that does not have the operation's shape. */
  prepare(deps: Deps, body: unknown): z.ZodError | ((caller: Caller) => OperationResult);
}

/** Ties an operation to its input shape, which the handler then trusts. */
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
