import type { IconShape } from '../icon.tsx';

/** One line of a menu. */
export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconShape;
  readonly tone?: 'danger';
  readonly isDisabled?: boolean;
  /** The keys that do the same, for showing only. */
  readonly keys?: string;
  /** Begins a new group, with a line above. */
  readonly startsGroup?: boolean;
}
