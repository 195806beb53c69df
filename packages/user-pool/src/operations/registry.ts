import { adminOperations } from './admin/registry.ts';
import type { Operation } from './operation.ts';
import { providerOperations } from './provider-registry.ts';
import { setupOperations } from './setup/registry.ts';
import { userOperations } from './user/registry.ts';

/** Every operation by its name in `X-Amz-Target`. What is not here is not known. */
export const operations: ReadonlyMap<string, Operation> = new Map([
  ...userOperations,
  ...adminOperations,
  ...setupOperations,
  ...providerOperations,
]);
