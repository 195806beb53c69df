import { createContext, useContext } from 'react';

/** Words of the search that led to the file. A viewer finds them when it opens. */
const Words = createContext('');

export const FindWordsProvider = Words;

/** Empty if no search led to the file. */
export function useFindWords(): string {
  return useContext(Words);
}
