import { expect, test } from 'vitest';
import { workersFor } from './test-workers.ts';

const GIB = 1024 ** 3;

test.each([
  { processors: 2, memory: 16, workers: 4 },
  { processors: 8, memory: 64, workers: 16 },
  { processors: 8, memory: 12, workers: 8 },
  { processors: 1, memory: 16, workers: 2 },
  { processors: 8, memory: 2, workers: 2 },
])(
  '$processors processors and $memory GiB of memory run $workers workers',
  ({ processors, memory, workers }) => {
    expect(workersFor({ processors, memoryBytes: memory * GIB }, 1.5 * GIB)).toBe(workers);
  },
);
