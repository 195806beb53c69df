import type { AdminPerson, Removal } from '@coffer/contracts';
import type { Choices } from './choices.ts';

/** The props of each part of the dialog. */
export interface PartProps {
  readonly removal: Removal;
  readonly item: AdminPerson;
  readonly choices: Choices;
  readonly isIncomplete: boolean;
  readonly onChange: (change: Partial<Choices>) => void;
}
