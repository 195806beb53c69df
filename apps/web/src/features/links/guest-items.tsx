import type { GuestNode, GuestShare } from '@coffer/contracts';
import { FolderOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQueries } from '../../api/calls/use-query.ts';
import { GUEST_PAGE_SIZE, guestPageQuery } from '../../api/links/guest-link.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/link.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { editingOf } from './editing-of.ts';
import { GuestItem } from './guest-item.tsx';
import type { GuestPageProps } from './guest-page-props.ts';
import { GuestPicture } from './guest-picture.tsx';
import styles from './guest-items.module.css';
import { GuestTools } from './guest-tools.tsx';
import { type Sorting, useListView, useSorting } from './list-view.ts';
import { hasLimit } from './sender.tsx';
import { useText } from './texts.ts';
import { useGuestDownload } from './use-guest-download.ts';

interface GuestItemsProps extends GuestPageProps {
  readonly link: GuestShare;
  readonly folderId: GuestNode['id'];
}

/** Loads the next part of the list when the shown file is this close to the end. */
const NEAR = 3;
/** The file to preview is searched for only among this many items. */
const SOUGHT_MAX = 10 * GUEST_PAGE_SIZE;

export function GuestItems(props: GuestItemsProps) {
  const { token, link, hrefOf, viewHrefOf, isEditing } = props;
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const [view, setView] = useListView();
  const [sorting, setSorting] = useSorting();
  const { items, total, isWaiting, failed, more } = useItems(props, sorting);
  const { busyId, isUsedUp, download } = useGuestDownload(token, link);
  const error = failed?.failure === undefined ? undefined : apiErrorOf(failed.failure.cause);
  if (error !== undefined && items.length === 0 && !isEditing) {
    return (
      <div className={styles['failed']}>
        <Refusal words={ofFailure(failed?.failure)} />
        {error.code === 'node_not_found' ? (
          <ButtonLink href={hrefOf(undefined)}>{text('guest.toTop')}</ButtonLink>
        ) : (
          <Button onClick={() => void failed?.refetch()}>{text('guest.retry')}</Button>
        )}
      </div>
    );
  }
  if (total === 0 && !isEditing) {
    return <EmptyState icon={FolderOpen} title={text('guest.empty.title')} text={text('guest.empty.text')} />;
  }
  const mayTake = link.kind !== 'view';
  return (
    <>
      <Previewed
        {...props}
        items={items}
        total={total}
        onNear={isWaiting || failed !== undefined ? undefined : more}
        onDownload={mayTake ? (node) => void download(node) : undefined}
      />
      <GuestTools total={total} sorting={sorting} onSort={setSorting} view={view} onView={setView} />
      {isWaiting && items.length === 0 && <RowsWaiting />}
      <ul className={styles[view === 'grid' ? 'tiles' : 'rows']} aria-label={text('guest.items')}>
        {items.map((node) => (
          <GuestItem
            key={node.id}
            token={token}
            node={node}
            isTile={view === 'grid'}
            isCounted={hasLimit(link)}
            href={hrefOfItem(node, { link, hrefOf, viewHrefOf })}
            isBusy={busyId === node.id}
            isUsedUp={isUsedUp}
            kinds={link.kinds}
            editIn={link.kind === 'edit' ? props.folderId : undefined}
            onDownload={mayTake ? () => void download(node) : undefined}
          />
        ))}
      </ul>
      {total !== undefined && items.length < total && (
        <div className={styles['more']}>
          <Refusal words={ofFailure(failed?.failure)} />
          <Button isBusy={isWaiting} onClick={() => (failed === undefined ? more() : void failed.refetch())}>
            {text(failed === undefined ? 'guest.more' : 'guest.retry')}
          </Button>
        </div>
      )}
    </>
  );
}

/** URL that opens the item. Undefined for a file that cannot be shown. */
function hrefOfItem(
  node: GuestNode,
  { link, hrefOf, viewHrefOf }: Pick<GuestItemsProps, 'hrefOf' | 'link' | 'viewHrefOf'>,
): string | undefined {
  if (node.kind === 'folder') return hrefOf(node.id);
  return hasLimit(link) || node.isDamaged === true ? undefined : viewHrefOf(node.id);
}

/** Loads the pages of the list that were requested so far. */
function useItems({ token, folderId }: GuestItemsProps, sorting: Sorting) {
  const [pageCount, setPageCount] = useState(1);
  const pages = useQueries(
    Array.from({ length: pageCount }, (_, page) =>
      guestPageQuery(token, folderId, { ...sorting, at: page * GUEST_PAGE_SIZE }),
    ),
  );
  return {
    items: pages.flatMap(({ data }) => data?.items ?? []),
    total: pages[0]?.data?.total,
    isWaiting: pages.some(({ isPending }) => isPending),
    failed: pages.find(({ failure }) => failure !== undefined),
    more: () => setPageCount(pageCount + 1),
  };
}

interface PreviewedProps extends GuestItemsProps {
  readonly items: readonly GuestNode[];
  readonly total: number | undefined;
  /** Loads the next page. Undefined while a page is loading, and after a failure. */
  readonly onNear: (() => void) | undefined;
  readonly onDownload: ((node: GuestNode) => void) | undefined;
}

function Previewed(props: PreviewedProps) {
  const { token, link, fileId, items, total = 0, onNear, onDownload, renderPreview, isEditing } = props;
  const text = useText();
  const isAsked = fileId !== undefined && !hasLimit(link);
  const index = items.findIndex(({ id }) => id === fileId);
  const isSought = index < 0 && items.length < Math.min(total, SOUGHT_MAX);
  const isNear = index >= 0 && index + NEAR >= items.length && items.length < total;
  const needsMore = isAsked && (isSought || isNear);
  useEffect(() => {
    if (needsMore) onNear?.();
  }, [needsMore, onNear]);
  const found = items[index];
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  // Keeps showing a file that somebody else moved or deleted while its text is being edited.
  const node = found ?? (isEditing && last?.id === fileId ? last : undefined);
  if (!isAsked || (node === undefined && (isSought || total === 0))) return null;
  if (node?.kind !== 'file') return <Banner tone="info">{text('guest.notFound')}</Banner>;
  // Folders come first, and do not count in the position.
  const folders = items.filter(({ kind }) => kind === 'folder').length;
  return renderPreview({
    node,
    position: { index: index + 1 - folders, total: total - folders },
    at: (offset) => {
      const other = items[index + offset];
      return other?.kind === 'file' ? other : undefined;
    },
    renderPicture: (other) => <GuestPicture token={token} node={other} size="large" />,
    onDownload: onDownload === undefined ? undefined : () => onDownload(node),
    editing: editingOf(token, link),
  });
}

function RowsWaiting() {
  const text = useText();
  return (
    <output aria-label={text('guest.loading')} className={styles['ghosts']}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height="24px" width={`${80 - row * 12}%`} />
      ))}
    </output>
  );
}
