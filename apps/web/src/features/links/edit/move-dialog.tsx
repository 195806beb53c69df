import type { GuestNode, NodeId } from '@coffer/contracts';
import { ChevronRight, Folder } from 'lucide-react';
import { useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueries, useQuery } from '../../../api/calls/use-query.ts';
import {
  GUEST_PAGE_SIZE,
  guestLinkQuery,
  guestPageQuery,
  guestPathQuery,
} from '../../../api/links/guest-link.ts';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import choice from '../../../ui/listing/folder-choice.module.css';
import { FolderPath } from '../../../ui/listing/folder-path.tsx';
import styles from './move.module.css';
import { useText } from './texts.ts';
import { useMoving } from './use-moving.ts';

interface MoveDialogProps {
  readonly token: string;
  readonly node: GuestNode;
  /** The folder that contains the item now. */
  readonly from: NodeId;
  readonly onClose: () => void;
}

type Place = Pick<GuestNode, 'id' | 'name'>;

/** Shows one folder of the link at a time; that folder is the target. */
export function MoveDialog({ token, node, from, onClose }: MoveDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const { move } = useMoving(token);
  const [placeId, setPlaceId] = useState(from);
  const crumbs = useCrumbs(token, placeId);
  const here = crumbs.at(-1);
  const moving = useMutation(async (to: Place, conflict: 'fail' | 'rename') => {
    await move({ node, from, to }, conflict);
  });
  const isTaken = moving.failure !== undefined && apiErrorOf(moving.failure.cause).code === 'name_taken';
  const handleMove = async (conflict: 'fail' | 'rename'): Promise<void> => {
    if (here === undefined || moving.isPending) return;
    const { failure } = await moving.run(here, conflict);
    if (failure === undefined) onClose();
  };
  const open = (id: NodeId): void => {
    moving.reset();
    setPlaceId(id);
  };
  const isHere = placeId === from;
  return (
    <Dialog
      isOpen
      title={text('guestEdit.move.title', { name: node.name })}
      closeLabel={text('guestEdit.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('guestEdit.cancel')}</Button>
          <Button
            tone="primary"
            disabled={isHere || here === undefined}
            isBusy={moving.isPending}
            onClick={() => void handleMove(isTaken ? 'rename' : 'fail')}
          >
            {text(isTaken ? 'guestEdit.keep' : 'guestEdit.move.here')}
          </Button>
        </>
      }
    >
      <FolderPath label={text('guestEdit.move.path')} steps={crumbs} onOpen={({ id }) => open(id)} />
      <Folders key={placeId} token={token} placeId={placeId} movedId={node.id} onOpen={open} />
      <Refusal words={words.ofFailure(moving.failure)} />
      <output className={styles['note']}>{isHere && text('guestEdit.move.isHere')}</output>
    </Dialog>
  );
}

/** The path from the root of the link to the folder. Empty until it is loaded. */
function useCrumbs(token: string, placeId: NodeId): readonly Place[] {
  const { data: link } = useQuery(guestLinkQuery(token));
  const root = link === undefined || link.kind === 'request' ? undefined : link.node;
  const path = useQuery(guestPathQuery(token, placeId), { isEnabled: placeId !== root?.id });
  if (root === undefined) return [];
  return placeId === root.id ? [root] : (path.data?.items ?? []);
}

interface FoldersProps {
  readonly token: string;
  readonly placeId: NodeId;
  readonly movedId: NodeId;
  readonly onOpen: (id: NodeId) => void;
}

/** Lists only folders. They come first in every list, so no page after the first file is loaded. */
function Folders({ token, placeId, movedId, onOpen }: FoldersProps) {
  const text = useText();
  const words = useErrorTexts();
  const [pageCount, setPageCount] = useState(1);
  const pages = useQueries(
    Array.from({ length: pageCount }, (_, page) =>
      guestPageQuery(token, placeId, { sort: 'name', order: 'asc', at: page * GUEST_PAGE_SIZE }),
    ),
  );
  const items = pages.flatMap(({ data }) => data?.items ?? []);
  const folders = items.filter(({ kind }) => kind === 'folder');
  const isWaiting = pages.some(({ isPending }) => isPending);
  const failed = pages.find(({ failure }) => failure !== undefined);
  const hasMore = items.length === folders.length && items.length < (pages[0]?.data?.total ?? 0);
  return (
    <div className={choice['list']}>
      {folders.length > 0 && (
        <ul aria-label={text('guestEdit.move.folders')} className={styles['folders']}>
          {folders.map(({ id, name }) => (
            <li key={id}>
              <button type="button" disabled={id === movedId} onClick={() => onOpen(id)}>
                <Icon of={Folder} size={20} />
                <bdi className={choice['name']}>{name}</bdi>
                <Icon of={ChevronRight} size={16} isMirrored />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isWaiting && <Skeleton height="24px" width="60%" />}
      {!isWaiting && failed === undefined && folders.length === 0 && (
        <p className={classes(styles['note'], styles['empty'])}>{text('guestEdit.move.none')}</p>
      )}
      {failed !== undefined && (
        <>
          <Refusal words={words.ofFailure(failed.failure)} />
          <Button onClick={() => void failed.refetch()}>{text('guestEdit.retry')}</Button>
        </>
      )}
      {!isWaiting && failed === undefined && hasMore && (
        <Button onClick={() => setPageCount(pageCount + 1)}>{text('guestEdit.move.more')}</Button>
      )}
    </div>
  );
}
