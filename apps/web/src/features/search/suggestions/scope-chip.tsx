import type { NodeId } from '@coffer/contracts';
import { Folder, X } from 'lucide-react';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './suggestions.module.css';
import { useText } from './texts.ts';

export interface ScopeChipProps {
  /** The folder of the page. */
  readonly here: NodeId;
  /** Undefined: everywhere. */
  readonly folder: NodeId | undefined;
  readonly onChange: (folder: NodeId | undefined) => void;
}

/** The field keeps the focus of a press. */
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
