import type { IconShape } from '../marks/icon.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconShape;
  readonly tone?: 'danger';
  readonly isDisabled?: boolean;
  /** A shortcut to display only. */
  readonly keys?: string;
  readonly startsGroup?: boolean;
  /** Set for a single choice: whether this item is the chosen one of its group. */
  readonly isChosen?: boolean;
  /** Set for a multiple choice: whether this item is checked. */
  readonly isChecked?: boolean;
}
