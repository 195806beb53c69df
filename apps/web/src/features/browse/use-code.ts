import { useState } from 'react';

/** Code that is fetched when it is needed. Failures go to the error boundary. */
export function useCode<T>(load: () => Promise<T>): () => Promise<T> {
  const [failure, setFailure] = useState<{ readonly cause: unknown }>();
  if (failure !== undefined) throw failure.cause;
  return async () => {
    try {
      return await load();
    } catch (cause) {
      setFailure({ cause });
      throw cause;
    }
  };
}
