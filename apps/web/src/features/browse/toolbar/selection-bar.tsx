import { Copy, Download, FolderInput, Pencil, Trash2, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { IconButton, type IconButtonProps } from '../../../ui/controls/icon-button.tsx';
import styles from '../browse.module.css';
import type { Placing } from '../move/placing.ts';
import { useText } from '../texts.ts';

interface SelectionBarProps {
  readonly count: number;
  readonly onDownload: () => void;
  readonly onShare: (() => void) | undefined;
  readonly onRename: (() => void) | undefined;
  readonly onPlace: (placing: Placing) => void;
  readonly onTrash: () => void;
  readonly onClear: () => void;
  readonly details: ReactNode;
}

/** Replaces the toolbar, so that the layout does not shift. */
export function SelectionBar({ count, details, ...on }: SelectionBarProps) {
  const text = useText();
  const { mayChange } = useSpaceRights();
  return (
    <div className={styles['tools']}>
      <output className={styles['selected']}>{text('browse.selected', { count })}</output>
      <Action icon={Download} label={text('browse.download')} onClick={on.onDownload} />
      {on.onShare !== undefined && (
        <Action icon={Users} label={text('browse.shareThis')} onClick={on.onShare} />
      )}
      {mayChange && on.onRename !== undefined && (
        <Action icon={Pencil} label={text('browse.rename')} data-wide onClick={on.onRename} />
      )}
      {mayChange && (
        <Action icon={FolderInput} label={text('browse.move')} onClick={() => on.onPlace('move')} />
      )}
      <Action icon={Copy} label={text('browse.copy')} data-wide onClick={() => on.onPlace('copy')} />
      {mayChange && <Action icon={Trash2} label={text('browse.trash')} onClick={on.onTrash} />}
      <IconButton icon={X} label={text('browse.clear')} onClick={on.onClear} />
      {details}
    </div>
  );
}

/** With its word where there is room. */
function Action(props: IconButtonProps) {
  return (
    <IconButton
      {...props}
      data-worded=""
      face={
        <span aria-hidden className={styles['word']}>
          {props.label}
        </span>
      }
    />
  );
}
