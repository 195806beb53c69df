import type { Phase, Transfer } from './machine.ts';

let lastId = 0;

export function transferIn(phase: Phase, more: Partial<Transfer> = {}): Transfer {
  lastId += 1;
  return {
    id: String(lastId),
    batchId: 'batch',
    name: 'a.txt',
    path: ['a.txt'],
    sizeBytes: 10,
    phase,
    sentBytes: 0,
    conflict: 'ask',
    uploadId: undefined,
    node: undefined,
    failure: undefined,
    blockedBy: undefined,
    survivesReload: false,
    ...more,
  };
}
