import type { Person } from '@coffer/contracts';
import type { Commands } from '../../../lib/keys/commands.ts';
import type { RenderMark } from '../suggestions/suggestions.tsx';

export interface PaletteProps {
  readonly role: Person['role'];
  readonly renderMark: RenderMark;
}

export interface OpenPalette extends PaletteProps {
  readonly commands: Commands;
}
