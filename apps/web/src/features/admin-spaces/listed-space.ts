import type { AdminSpace } from '../../api/administration/spaces.ts';
import type { SpacesText } from './texts.ts';

export type ListedSpace = AdminSpace;

export interface OpenDialog {
  readonly kind: 'quota' | 'retention' | 'give' | 'hold' | 'endHold';
  readonly space: ListedSpace;
}

/** A personal space has no name, so it is called after its owner. */
export function spaceName(text: SpacesText, { kind, name, owner }: ListedSpace): string {
  return kind === 'personal' ? text('adminSpaces.personal', { name: owner.name }) : name;
}
