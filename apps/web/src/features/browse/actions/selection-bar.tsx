import { Download, FolderInput, Pencil, Trash2, X } from 'lucide-react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../browse.module.css';
import { useText } from './texts.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly onDownload: () => void;
  readonly onRename: (() => void) | undefined;
  readonly onMove: () => void;
  readonly onTrash: () => void;
  readonly onClear: () => void;
}

/** Replaces the toolbar, so that the layout does not shift. */
export function SelectionBar({ count, onDownload, onRename, onMove, onTrash, onClear }: SelectionBarProps) {
  const text = useText();
  const { mayChange } = useSpaceRights();
  return (
    <div className={styles['tools']}>
      <output className={styles['selected']}>{text('browse.selected', { count })}</output>
      <IconButton icon={Download} label={text('browse.download')} onClick={onDownload} />
      {mayChange && onRename !== undefined && (
        <IconButton icon={Pencil} label={text('browse.rename')} onClick={onRename} />
      )}
      {mayChange && <IconButton icon={FolderInput} label={text('browse.move')} onClick={onMove} />}
      {mayChange && <IconButton icon={Trash2} label={text('browse.trash')} onClick={onTrash} />}
      <IconButton icon={X} label={text('browse.clear')} onClick={onClear} />
    </div>
  );
}
