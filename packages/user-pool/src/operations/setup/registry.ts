import { poolSetupOperations } from './pool-registry.ts';
import type { Operation } from '../operation.ts';

export const setupOperations: Readonly<Record<string, Operation>> = { ...poolSetupOperations };
