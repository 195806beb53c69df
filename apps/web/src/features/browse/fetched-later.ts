import { missingCode } from '../../ui/loading/lazy.tsx';

/** Code that is fetched when it is needed. The person is told of failures. */
export function fetchedLater<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      missingCode?.tell();
      throw cause;
    }
  };
}
