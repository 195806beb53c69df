import type { LocatedNode } from '@coffer/contracts';
import { ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { KindMark } from '../kinds/kind-mark.tsx';
import choice from '../../../ui/listing/folder-choice.module.css';
import styles from './move.module.css';
import type { Target } from './placing.ts';
import { type MoveText, useText } from './texts.ts';
import type { FoundFolders } from './use-found-folders.ts';

interface FoundListProps {
  readonly found: FoundFolders;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onOpen: (folder: Target) => void;
}

/** Replaces the path and the folders while a name is typed. */
export function FoundList({ found: { folders, hasMore, failed }, list, onOpen }: FoundListProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const count = folders?.length ?? 0;
  return (
    <>
      <output className={styles['count']}>
        {folders !== undefined &&
          text(hasMore ? 'move.found.more' : count === 0 ? 'move.found.none' : 'move.found', { count })}
      </output>
      <div ref={list} className={choice['list']}>
        {failed !== undefined && (
          <>
            <Refusal words={ofFailure(failed.failure)} />
            <Button onClick={() => void failed.refetch()}>{text('move.retry')}</Button>
          </>
        )}
        {failed === undefined && folders === undefined && (
          <output aria-label={text('move.loading')}>
            <Skeleton height="40px" />
          </output>
        )}
        {failed === undefined && folders !== undefined && count > 0 && (
          <GridList
            aria-label={text('move.found.list')}
            className={styles['folders'] ?? ''}
            selectionMode="none"
            onAction={(key) => {
              const chosen = folders.find(({ hit }) => hit.node.id === key);
              if (chosen !== undefined) onOpen(chosen.hit.node);
            }}
          >
            {folders.map(({ hit, isMoved }) => (
              <GridListItem
                key={hit.node.id}
                id={hit.node.id}
                textValue={hit.node.name}
                isDisabled={isMoved}
                className={styles['folder'] ?? ''}
              >
                <KindMark kind="folder" />
                <span className={styles['found']}>
                  <bdi>{hit.node.name}</bdi>
                  <span className={styles['reason']}>{placeOf(hit, text)}</span>
                </span>
                {isMoved ? (
                  <span className={styles['reason']}>{text('move.reason.moving')}</span>
                ) : (
                  <Icon of={ChevronRight} size={16} isMirrored />
                )}
              </GridListItem>
            ))}
          </GridList>
        )}
      </div>
    </>
  );
}

/** The space and the folders above, outermost first. */
function placeOf({ space, path }: LocatedNode, text: MoveText): string {
  const top =
    space === null ? text('move.shared') : space.kind === 'personal' ? text('move.files') : space.name;
  // Unicode isolates keep the order of names with mixed directions.
  return [top, ...path.map(({ name }) => name)].map((name) => `\u2068${name}\u2069`).join(' › ');
}
