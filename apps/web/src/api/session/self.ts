import type { NodeDetails, Person } from '@coffer/contracts';
import { createContext, useContext } from 'react';

type Author = NodeDetails['createdBy'];

const Self = createContext<Person | undefined>(undefined);

/** Provides the signed-in person. */
export const SelfProvider = Self;

interface Face {
  readonly name: string;
  readonly picture: string | undefined;
}

/** Returns a function for the avatar of an author: name and picture. Undefined for guests, jobs and hidden people. */
export function useFaces(): (author: Author) => Face | undefined {
  const { name = '', username = '', picture } = useContext(Self) ?? {};
  return (author) => {
    if (author.kind === 'you') return { name: name === '' ? username : name, picture };
    return author.kind === 'person' ? { name: author.name, picture: author.picture } : undefined;
  };
}
