import type { NodeId } from '@coffer/contracts';
import { Folder, X } from 'lucide-react';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './suggestions.module.css';
import { useText } from './texts.ts';

export interface ScopeChipProps {
  /** The folder that the page shows. */
  readonly here: NodeId;
  /** The folder to search. Undefined to search everywhere. */
  readonly folder: NodeId | undefined;
  readonly onChange: (folder: NodeId | undefined) => void;
}

/** Switches between searching the folder and everywhere. The field keeps the focus when the chip is pressed. */
export function ScopeChip({ here, folder, onChange }: ScopeChipProps) {
  const isOn = folder !== undefined;
  const text = useText();
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={styles['scope']}
      title={text(isOn ? 'search.leaveFolder' : 'search.onlyFolder')}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChange(isOn ? undefined : here)}
    >
      <Icon of={Folder} size={16} />
      {text('search.inFolder')}
      {isOn && <Icon of={X} size={16} />}
    </button>
  );
}
