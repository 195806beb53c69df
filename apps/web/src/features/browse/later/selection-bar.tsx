import { Download, Pencil, Trash2, X } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../browse.module.css';
import { useText } from './texts.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly onDownload: () => void;
  readonly onRename: (() => void) | undefined;
  readonly onTrash: () => void;
  readonly onClear: () => void;
}

/** Takes the toolbar's place while something is selected, so that nothing jumps. */
export function SelectionBar({ count, onDownload, onRename, onTrash, onClear }: SelectionBarProps) {
  const text = useText();
  return (
    <div className={styles['tools']}>
      <output className={styles['selected']}>{text('browse.selected', { count })}</output>
      <IconButton icon={Download} label={text('browse.download')} onClick={onDownload} />
      {onRename !== undefined && (
        <IconButton icon={Pencil} label={text('browse.rename')} onClick={onRename} />
      )}
      <IconButton icon={Trash2} label={text('browse.trash')} onClick={onTrash} />
      <IconButton icon={X} label={text('browse.clear')} onClick={onClear} />
    </div>
  );
}
