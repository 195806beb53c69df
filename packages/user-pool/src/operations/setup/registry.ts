import { poolSetupOperations } from './pool-registry.ts';
import type { Operation } from '../operation.ts';

/** What an administrator calls for pools, clients and their settings: signed. */
export const setupOperations: readonly (readonly [string, Operation])[] = [...poolSetupOperations];
