import type { Person } from '@coffer/contracts';
import { createContext, useContext } from 'react';

const Self = createContext<Person | undefined>(undefined);

/** Whoever is signed in. */
export const SelfProvider = Self;

export function useOwnName(): string {
  const { name = '', username = '' } = useContext(Self) ?? {};
  return name === '' ? username : name;
}
