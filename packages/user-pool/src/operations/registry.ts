import { adminOperations } from './admin/registry.ts';
import type { Operation } from './operation.ts';
import { providerOperations } from './provider-registry.ts';
import { setupOperations } from './setup/registry.ts';
import { userOperations } from './user/registry.ts';

export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    ...userOperations,
    ...adminOperations,
    ...setupOperations,
    ...providerOperations,
  }),
);
