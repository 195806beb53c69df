import type { NodeView } from '@coffer/contracts';
import { CircleAlert, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import type { SharedAddress } from './shared-address.ts';
import { GrantBar } from './grant-bar.tsx';
import { SharedRow } from './shared-row.tsx';
import { SharedTabs } from './shared-tabs.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';
import type { SharedItem, SharedPages } from './use-shared-pages.ts';

export interface SharedItemsProps {
  readonly address: SharedAddress;
  readonly pages: SharedPages;
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly hrefOf: (item: SharedItem) => string;
  readonly onChange: (address: SharedAddress) => void;
  readonly onOpen: (item: SharedItem) => void;
  /** Opens the dialog of who has access. */
  readonly onShare: (node: NodeView) => void;
}

/** What others shared with the person, or what the person shared. */
export function SharedItems(props: SharedItemsProps) {
  const { address, onChange } = props;
  const text = useText();
  const { sort } = address.sorting;
  return (
    <PageFrame
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
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = items.filter((item) => keys.has(keyOf(item)));
  const toggle = (item: SharedItem): void => {
    const others = [...keys].filter((key) => key !== keyOf(item));
    setKeys(new Set(others.length === keys.size ? [...others, keyOf(item)] : others));
  };
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
      {list === 'by-me' && (
        <GrantBar
          chosen={chosen}
          isEvery={chosen.length === items.length}
          onChooseEvery={() => setKeys(new Set(items.map(keyOf)))}
          onClear={() => setKeys(new Set())}
        />
      )}
      <ul className={styles['list']} aria-label={text(`shared.${list}`)}>
        {items.map((item) => (
          <SharedRow
            key={keyOf(item)}
            item={item}
            isChosen={keys.has(keyOf(item))}
            onChoose={() => toggle(item)}
            {...row}
          />
        ))}
      </ul>
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

function keyOf({ node, grant }: SharedItem): string {
  return `${node.id} ${grant.holderId}`;
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
