import type { Hash } from '../worker/worker-api.ts';
import { runWithCode } from './run-with-code.ts';

type Ports = Parameters<typeof runWithCode>[0]['ports'] & { readonly hash: Hash };

/** A worker that starts while the server is unreachable cannot load its code, so this waits and retries. */
export function hashWithCode(ports: Ports): Hash {
  return async (slices, options, signal) => {
    const hashed = await runWithCode(
      { ports, signal },
      async () => await ports.hash(slices, options, signal),
    );
    if (hashed.ok) return hashed.value;
    throw new DOMException(hashed.error.code, 'OperationError');
  };
}
