import type { IconShape } from '../marks/icon.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconShape;
  readonly tone?: 'danger';
  readonly isDisabled?: boolean;
  /** Display only. */
  readonly keys?: string;
  readonly startsGroup?: boolean;
  /** One of the group. */
  readonly isChosen?: boolean;
  /** Any of the group. */
  readonly isChecked?: boolean;
}
