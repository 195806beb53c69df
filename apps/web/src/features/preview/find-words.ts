import { createContext, useContext } from 'react';

/** What a viewer looks for as it opens: the words of the search that led to the file. */
const Words = createContext('');

export const FindWordsProvider = Words;

/** Empty without a search. */
export function useFindWords(): string {
  return useContext(Words);
}
