import type { NodeView, LocatedNode, SearchHit } from '@coffer/contracts';
import { FolderSearch } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { Page } from '../../../api/calls/pages-query.ts';
import type { Pages } from '../../../api/calls/use-pages.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { isCovered } from '../../../lib/keys/is-covered.ts';
import { isNowhere } from '../../../lib/keys/is-nowhere.ts';
import { useKeyDown } from '../../../lib/keys/use-key-down.ts';
import { useFocusInRows } from '../../../lib/selection/use-focus-in-rows.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ColorLabels } from '../../../ui/marks/color-labels.tsx';
import { focusIfLost } from '../../../ui/page/focus-heading.ts';
import { folderAddress, hitAddress } from '../hits/hit-address.ts';
import { HitPlace } from '../hits/hit-place.tsx';
import { Highlighted } from '../hits/highlighted.tsx';
import { Snippet } from '../hits/snippet.tsx';
import styles from './hit-list.module.css';
import { useText } from './texts.ts';

export type ListedHit = LocatedNode &
  Partial<Pick<SearchHit, 'ranges' | 'snippet'>> & { readonly at?: string };

export interface HitPages<H extends ListedHit>
  extends Pick<Pages<Page>, 'error' | 'isWaiting' | 'showMore' | 'retry'> {
  readonly items: readonly H[];
}

interface HitListProps<H extends ListedHit> {
  readonly label: string;
  readonly waitingLabel: string;
  readonly pages: HitPages<H>;
  readonly renderMark: (node: NodeView) => ReactNode;
  /** Opens the file over the list. */
  readonly onView: (hit: H) => void;
  /** Renders a tool next to "Show in folder". */
  readonly renderTool?: (hit: H) => ReactNode;
  /** The fact that is emphasized, and kept on narrow screens. */
  readonly leadingFact?: 'date' | 'size';
}

/** Files and folders from anywhere, each with its path. Loads more while scrolling. */
export function HitList<H extends ListedHit>(props: HitListProps<H>) {
  const { label, waitingLabel, pages, renderMark, onView, renderTool, leadingFact = 'date' } = props;
  const text = useText();
  const words = useErrorTexts();
  const end = useEnd(pages.showMore);
  const list = useRef<HTMLUListElement>(null);
  const handleMore = useFocusAfterMore(list, pages);
  useFocusInRows(list);
  useKeyDown((event) => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    // The first hit of the page, in whichever list it is.
    const first = list.current?.closest('main')?.querySelector<HTMLElement>('[data-hit]');
    if (event.key !== 'ArrowDown' || isHeld || !isNowhere(event.target) || isCovered()) return;
    if (first === undefined || first === null) return;
    event.preventDefault();
    first.focus();
  });
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows are a short cut between links that Tab reaches too */}
      <ul
        ref={list}
        className={styles['list']}
        data-leading={leadingFact}
        aria-label={label}
        onKeyDown={moveFocus}
      >
        {pages.items.map((hit) => (
          <Hit
            key={hit.node.id}
            hit={hit}
            mark={renderMark(hit.node)}
            tool={renderTool?.(hit)}
            onView={() => onView(hit)}
          />
        ))}
      </ul>
      <div ref={end} className={styles['end']}>
        {pages.isWaiting && <output className="visually-hidden">{waitingLabel}</output>}
        {pages.error !== undefined && <p>{words.ofError(pages.error)}</p>}
        {/* One button, which keeps the focus while the page loads. */}
        {(pages.error !== undefined || pages.isWaiting || pages.showMore !== undefined) && (
          <Button isBusy={pages.isWaiting} onClick={handleMore}>
            {text(pages.error === undefined ? 'list.more' : 'list.retry')}
          </Button>
        )}
      </div>
    </>
  );
}

interface HitProps {
  readonly hit: ListedHit;
  readonly mark: ReactNode;
  readonly tool: ReactNode;
  readonly onView: () => void;
}

function Hit({ hit, mark, tool, onView }: HitProps) {
  const text = useText();
  const formats = useFormats();
  const today = useToday();
  const { node } = hit;
  const at = hit.at ?? node.modifiedAt;
  const isViewed = node.kind === 'file' && !hit.isTrashed;
  const handleClick = (event: MouseEvent): void => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (isHeld || event.button !== 0) return;
    event.preventDefault();
    if (isViewed) onView();
    else navigate(hitAddress(hit));
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    navigate(folderAddress(hit));
  };
  return (
    <li className={styles['hit']}>
      {mark}
      <span className={styles['words']}>
        <a
          href={hitAddress(hit)}
          data-hit=""
          className={styles['name']}
          onClick={handleClick}
          onKeyDown={handleKey}
        >
          <Highlighted name={node.name} ranges={hit.ranges ?? []} />
        </a>
        {hit.snippet !== undefined && hit.snippet !== null && hit.snippet.text !== '' && (
          <Snippet snippet={hit.snippet} />
        )}
        <span className={styles['facts']}>
          <HitPlace hit={hit} />
          <span className={styles['fact']}>
            {node.sizeBytes !== null && (
              <span className={styles['size']}>{` · ${formats.size(node.sizeBytes)}`}</span>
            )}
            <span className={styles['date']}>
              {' · '}
              <time dateTime={at} title={formats.dateTime(at)}>
                {formats.friendlyDate(at, today)}
              </time>
            </span>
          </span>
        </span>
      </span>
      {node.tags !== undefined && <HitTags tags={node.tags} />}
      {tool}
      <Link
        href={folderAddress(hit)}
        className={styles['show']}
        aria-label={text(hit.isTrashed ? 'list.showInTrashOf' : 'list.showOf', { name: node.name })}
        data-tooltip={text(hit.isTrashed ? 'list.showInTrash' : 'list.show')}
      >
        <FolderSearch aria-hidden="true" size={20} strokeWidth={1.75} />
      </Link>
    </li>
  );
}

function HitTags({ tags }: { readonly tags: NonNullable<NodeView['tags']> }) {
  const text = useText();
  return (
    <span className={styles['tags']}>
      <span className="visually-hidden">
        {text('list.tags', { names: tags.map(({ name }) => name).join(', ') })}
      </span>
      <ColorLabels labels={tags} />
    </span>
  );
}

export function HitListWaiting({ label }: { readonly label: string }) {
  return (
    <div className={styles['list']}>
      <output className="visually-hidden">{label}</output>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <span key={row} className={styles['ghost']}>
          <Skeleton width="28px" height="28px" />
          <Skeleton width={`${55 - row * 6}%`} />
        </span>
      ))}
    </div>
  );
}

/** Moves the focus between hits, also from one list of the page to the next. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-hit]')];
  const at = links.findIndex((link) => link === event.target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}

/** Shows more, and focuses the first new hit if the button disappears with the last page. */
function useFocusAfterMore<H extends ListedHit>(
  list: RefObject<HTMLElement | null>,
  { items, error, retry, showMore }: HitPages<H>,
): () => void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    const at = before.current;
    if (at === undefined || items.length <= at) return;
    before.current = undefined;
    focusIfLost(() => list.current?.querySelectorAll<HTMLElement>('[data-hit]')[at] ?? null);
  }, [list, items.length]);
  return () => {
    before.current = items.length;
    if (error === undefined) showMore?.();
    else retry();
  };
}

/** Loads the next page before the end of the list is scrolled into view. */
function useEnd(showMore: (() => void) | undefined) {
  const end = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => showMore?.());
  const hasMore = showMore !== undefined;
  useEffect(() => {
    const element = end.current;
    if (element === null || !hasMore) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) show();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore]);
  return end;
}
