import { missingCode } from './lazy.tsx';

/** Loads code on first use. Shows a message if that fails. */
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
