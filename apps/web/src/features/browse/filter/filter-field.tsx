import { LIMITS, type NodeId } from '@coffer/contracts';
import { ListFilter, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { childrenQuery, type Listing } from '../../../api/nodes.ts';
import { ensure } from '../../../api/calls/query-cache.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import styles from './filter.module.css';
import { useText } from './texts.ts';

const PAUSE_MS = 120;

export interface FilterFieldProps {
  readonly folderId: NodeId;
  readonly listing: Listing;
  /** Undefined while unknown. */
  readonly total: number | undefined;
  readonly isPartial: boolean;
  readonly takesFocus: boolean;
  readonly onFocused: () => void;
  readonly onFilter: (filter: string | undefined) => void;
  readonly onEnterList: () => void;
}

/** Filters the list. The list changes once the first matches have loaded, so that it does not flicker. */
export function FilterField({ folderId, listing, total, isPartial, ...on }: FilterFieldProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(listing.filter ?? '');
  const [shown, setShown] = useState(listing.filter);
  // The filter was changed elsewhere, for example by the Back button.
  if (shown !== listing.filter) {
    setShown(listing.filter);
    setTyped((before) => (before.trim() === listing.filter ? before : (listing.filter ?? '')));
  }
  const isWaiting = useFilter(typed.trim(), { folderId, listing, onFilter: on.onFilter });
  const focus = useEffectEvent(() => {
    field.current?.focus();
    on.onFocused();
  });
  useEffect(() => {
    if (on.takesFocus) focus();
  }, [on.takesFocus]);
  const close = (): void => {
    on.onFilter(undefined);
    on.onEnterList();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown' || event.key === 'Enter') on.onEnterList();
    else return;
    event.preventDefault();
  };
  return (
    <search className={styles['bar']}>
      <span className={styles['box']}>
        {isWaiting ? <Spinner /> : <Icon of={ListFilter} size={18} className={styles['lens']} />}
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          aria-label={text('browse.filter.label')}
          placeholder={text('browse.filter.label')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={LIMITS.searchLengthMax}
          dir={typed === '' ? undefined : 'auto'}
          className={styles['field']}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
        <IconButton icon={X} size="small" label={text('browse.filter.clear')} onClick={close} />
      </span>
      <output className={styles['count']}>
        {listing.filter !== undefined &&
          total !== undefined &&
          text(isPartial ? 'browse.filter.many' : 'browse.filter.count', { count: total })}
      </output>
    </search>
  );
}

interface Filtering {
  readonly folderId: NodeId;
  readonly listing: Listing;
  readonly onFilter: (filter: string | undefined) => void;
}

function useFilter(typed: string, { folderId, listing, onFilter }: Filtering): boolean {
  const cache = useQueryCache();
  const wanted = typed === '' ? undefined : typed;
  const isWaiting = wanted !== listing.filter;
  const read = useEffectEvent(async (filter: string | undefined): Promise<void> => {
    const query = childrenQuery(folderId, { ...listing, filter }, { at: 0, limit: LIMITS.childrenPageSize });
    // The list shows the failure.
    await Promise.allSettled([ensure(cache, query)]);
  });
  const show = useEffectEvent((filter: string | undefined) => onFilter(filter));
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isLatest = true;
    const readAndShow = async (): Promise<void> => {
      await read(wanted);
      if (isLatest) show(wanted);
    };
    const timer = setTimeout(() => void readAndShow(), PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [isWaiting, wanted]);
  return isWaiting;
}
