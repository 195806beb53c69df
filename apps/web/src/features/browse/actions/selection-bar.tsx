import type { NodeView } from '@coffer/contracts';
import { Copy, Download, FolderInput, Pencil, Tags, Trash2, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { offeredCommands } from '../../../lib/keys/commands.ts';
import { IconButton, type IconButtonProps } from '../../../ui/controls/icon-button.tsx';
import styles from '../browse.module.css';
import type { TakeMany } from '../many/use-many.tsx';
import type { Placing } from '../move/placing.ts';
import { useText as usePageText } from '../texts.ts';
import type { FolderSelection } from '../use-folder-selection.ts';
import { useText } from './texts.ts';

interface SelectionBarProps {
  readonly selected: FolderSelection;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onPlace: (placing: Placing, nodes: readonly NodeView[]) => void;
  readonly onTrash: (nodes: readonly NodeView[]) => Promise<void>;
  readonly onRename: (index: number) => void;
  readonly onMany: TakeMany;
  readonly details: ReactNode;
}

/** Replaces the toolbar while items are selected, so that the layout does not shift. */
export function SelectionBar({ selected, details, ...on }: SelectionBarProps) {
  const { selection, withSelected, clear } = selected;
  const text = useText();
  const pageText = usePageText();
  const { mayChange, mayShare } = useSpaceRights();
  const only = selection.count === 1 ? selection.ranges[0]?.first : undefined;
  const place = (placing: Placing): void => {
    if (!on.onMany(placing, selection)) void withSelected((nodes) => on.onPlace(placing, nodes));
  };
  const trash = (): void => {
    if (on.onMany('trash', selection)) return;
    void withSelected(async (nodes) => {
      clear();
      await on.onTrash(nodes);
    });
  };
  return (
    <div className={styles['tools']}>
      <output className={styles['selected']}>{text('browse.selected', { count: selection.count })}</output>
      <Action
        icon={Download}
        label={pageText('browse.download')}
        onClick={() => void withSelected(on.onDownload)}
      />
      {only !== undefined && mayShare && (
        <Action
          icon={Users}
          label={pageText('browse.shareThis')}
          onClick={() => offeredCommands()['share']?.()}
        />
      )}
      {mayChange && only !== undefined && (
        <Action icon={Pencil} label={pageText('browse.rename')} data-wide onClick={() => on.onRename(only)} />
      )}
      {mayChange && (
        <Action icon={FolderInput} label={pageText('browse.move')} onClick={() => place('move')} />
      )}
      <Action icon={Copy} label={pageText('browse.copy')} data-wide onClick={() => place('copy')} />
      <Action
        icon={Tags}
        label={pageText('browse.tags')}
        data-wide
        onClick={() => offeredCommands()['tags']?.()}
      />
      {mayChange && <Action icon={Trash2} label={pageText('browse.trash')} onClick={trash} />}
      <IconButton icon={X} label={text('browse.clear')} onClick={clear} />
      {details}
    </div>
  );
}

/** A button that shows its text if there is room. */
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
