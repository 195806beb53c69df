import type { Space } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { Icon } from '../../../ui/marks/icon.tsx';
import { ColorMark } from '../../../ui/marks/color-mark.tsx';
import { KindMark } from '../kinds/kind-mark.tsx';
import choice from '../../../ui/listing/folder-choice.module.css';
import styles from './move.module.css';
import type { Target } from './placing.ts';
import { useText } from './texts.ts';
import { useTakesFocus } from './use-takes-focus.ts';

/** The root of a space, or a folder that others share with the person. */
export interface Top extends Target {
  /** Color of a team space. */
  readonly color?: Space['color'];
  /** Null if that account was deleted. */
  readonly sharedBy?: string | null;
}

interface SpaceListProps {
  readonly tops: readonly Top[];
  readonly onOpen: (top: Target) => void;
}

export function SpaceList({ tops, onOpen }: SpaceListProps) {
  const text = useText();
  const takesFocus = useTakesFocus();
  return (
    <div className={choice['list']}>
      <GridList
        aria-label={text('move.spaces.list')}
        className={styles['folders'] ?? ''}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- keyboard users continue in the list
        autoFocus={takesFocus && 'first'}
        selectionMode="none"
        onAction={(key) => {
          const chosen = tops.find(({ id }) => id === key);
          if (chosen !== undefined) onOpen({ id: chosen.id, name: chosen.name });
        }}
      >
        {tops.map(({ id, name, color, sharedBy }) => (
          <GridListItem key={id} id={id} textValue={name} className={styles['folder'] ?? ''}>
            {color === undefined ? <KindMark kind="folder" /> : <ColorMark name={name} color={color} />}
            <span dir="auto" className={choice['name']}>
              {name}
            </span>
            {sharedBy !== undefined && (
              <span className={styles['reason']}>
                {sharedBy === null ? text('move.shared') : text('move.sharedBy', { name: sharedBy })}
              </span>
            )}
            <Icon of={ChevronRight} size={16} isMirrored />
          </GridListItem>
        ))}
      </GridList>
    </div>
  );
}
