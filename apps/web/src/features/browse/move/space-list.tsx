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

interface SpaceListProps {
  readonly spaces: readonly Space[];
  readonly onOpen: (root: Target) => void;
}

/** Their roots are what can be opened. */
export function SpaceList({ spaces, onOpen }: SpaceListProps) {
  const text = useText();
  const nameOf = ({ kind, name }: Space): string => (kind === 'personal' ? text('move.files') : name);
  return (
    <div className={choice['list']}>
      <GridList
        aria-label={text('move.spaces.list')}
        className={styles['folders'] ?? ''}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- keyboard users continue in the list
        autoFocus="first"
        selectionMode="none"
        onAction={(key) => {
          const chosen = spaces.find(({ id }) => id === key);
          if (chosen !== undefined) onOpen({ id: chosen.rootId, name: nameOf(chosen) });
        }}
      >
        {spaces.map((space) => (
          <GridListItem
            key={space.id}
            id={space.id}
            textValue={nameOf(space)}
            className={styles['folder'] ?? ''}
          >
            {space.kind === 'personal' ? (
              <KindMark kind="folder" />
            ) : (
              <ColorMark name={space.name} color={space.color} />
            )}
            <span dir="auto" className={choice['name']}>
              {nameOf(space)}
            </span>
            <Icon of={ChevronRight} size={16} isMirrored />
          </GridListItem>
        ))}
      </GridList>
    </div>
  );
}
