import type { NodeId, NodeView } from '@coffer/contracts';
import { CircleAlert, Users } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useFocusInRows } from '../../lib/selection/use-focus-in-rows.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import type { SharedAddress } from './shared-address.ts';
import { GrantBar } from './grant-bar.tsx';
import { RowByMe } from './row-by-me.tsx';
import { RowWithMe } from './row-with-me.tsx';
import { SharedTabs } from './shared-tabs.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';
import type { SharedItem, SharedPages } from './use-shared-pages.ts';
import { useStopSharing } from './use-stop-sharing.ts';

export interface SharedItemsProps {
  readonly address: SharedAddress;
  readonly pages: SharedPages;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly hrefOf: (item: SharedItem) => string;
  readonly onChange: (address: SharedAddress) => void;
  readonly onOpen: (item: SharedItem) => void;
  /** Opens the dialog that shows who has access. */
  readonly onShare: (node: NodeView) => void;
}

/** What others shared with the person, or what the person shared. */
export function SharedItems(props: SharedItemsProps) {
  const { address, onChange } = props;
  const text = useText();
  const { sort } = address.sorting;
  const body = useRef<HTMLDivElement>(null);
  useFocusInRows(body);
  return (
    <PageFrame
      bodyRef={body}
      title={text('shared.title')}
      action={
        <MenuButton
          tone="quiet"
          label={text(`shared.sort.${sort}`)}
          heading={text('shared.sort')}
          entries={(['date', 'name'] as const).map((id) => ({
            id,
            label: text(`shared.sort.${id}`),
            isChosen: id === sort,
          }))}
          onAction={(id) =>
            onChange({
              list: address.list,
              sorting: id === 'name' ? { sort: 'name', order: 'asc' } : { sort: 'date', order: 'desc' },
            })
          }
        />
      }
      tabs={<SharedTabs current={address.list} sorting={address.sorting} />}
    >
      <Body {...props} />
    </PageFrame>
  );
}

function Body({ address: { list }, pages, ...row }: SharedItemsProps) {
  const text = useText();
  const words = useErrorTexts();
  const { items, error, isWaiting, showMore } = pages;
  if (items.length === 0 && error !== undefined) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={text('shared.failed')}
        text={words.ofError(error)}
        action={<Button onClick={pages.retry}>{text('shared.retry')}</Button>}
      />
    );
  }
  if (items.length === 0 && isWaiting) return <Waiting />;
  if (items.length === 0 && showMore === undefined) {
    return (
      <EmptyState icon={Users} title={text(`shared.${list}.empty`)} text={text(`shared.${list}.emptyText`)} />
    );
  }
  return (
    <>
      {list === 'by-me' ? <ItemsByMe items={items} {...row} /> : <ItemsWithMe items={items} {...row} />}
      <div className={styles['end']}>
        {isWaiting && <Spinner label={text('shared.waiting')} />}
        {error !== undefined && <Button onClick={pages.retry}>{text('shared.retry')}</Button>}
        {error === undefined && showMore !== undefined && (
          <Button onClick={showMore}>{text('shared.more')}</Button>
        )}
      </div>
    </>
  );
}

interface ItemsProps extends Pick<SharedItemsProps, 'renderMark' | 'hrefOf' | 'onOpen' | 'onShare'> {
  readonly items: readonly SharedItem[];
}

function ItemsWithMe({ items, ...row }: ItemsProps) {
  return (
    <ul className={styles['list']} aria-label={useText()('shared.with-me')}>
      {items.map((item) => item.list === 'with-me' && <RowWithMe key={item.node.id} item={item} {...row} />)}
    </ul>
  );
}

function ItemsByMe({ items, ...row }: ItemsProps) {
  const text = useText();
  const { isBusy, stop } = useStopSharing();
  const [ids, setIds] = useState<ReadonlySet<NodeId>>(new Set());
  const mine = items.filter((item) => item.list === 'by-me');
  const chosen = mine.filter(({ node }) => ids.has(node.id));
  const clear = (): void => setIds(new Set());
  const toggle = (id: NodeId): void => {
    const others = [...ids].filter((each) => each !== id);
    setIds(new Set(others.length === ids.size ? [...others, id] : others));
  };
  const handleRemove = async (): Promise<void> => {
    await stop(chosen);
    clear();
  };
  return (
    <>
      <GrantBar
        count={chosen.length}
        isEvery={chosen.length === mine.length}
        isBusy={isBusy}
        onChooseEvery={() => setIds(new Set(mine.map(({ node }) => node.id)))}
        onClear={clear}
        onRemove={() => void handleRemove()}
      />
      <ul className={styles['list']} aria-label={text('shared.by-me')}>
        {mine.map((item) => (
          <RowByMe
            key={item.node.id}
            item={item}
            isChosen={ids.has(item.node.id)}
            onChoose={() => toggle(item.node.id)}
            onStop={() => void stop([item])}
            {...row}
          />
        ))}
      </ul>
    </>
  );
}

function Waiting() {
  const text = useText();
  return (
    <div className={styles['list']}>
      <output className="visually-hidden">{text('shared.waiting')}</output>
      {[0, 1, 2, 3].map((row) => (
        <span key={row} className={styles['row']}>
          <Skeleton width="28px" height="28px" />
          <Skeleton width={`${50 - row * 6}%`} />
        </span>
      ))}
    </div>
  );
}
