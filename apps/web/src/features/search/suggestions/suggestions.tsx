import type { NodeId, NodeView, SearchHit } from '@coffer/contracts';
import { CircleAlert, Search } from 'lucide-react';
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Kbd } from '../../../ui/marks/kbd.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { folderAddress, hitAddress, resultsAddress } from '../hits/hit-address.ts';
import { HitPlace, placeWords } from '../hits/hit-place.tsx';
import { Highlighted } from '../hits/highlighted.tsx';
import { Snippet } from '../hits/snippet.tsx';
import { useText as useHitText } from '../hits/texts.ts';
import styles from './suggestions.module.css';
import { useText } from './texts.ts';
import { type SuggestionsState, useSuggestions } from './use-suggestions.ts';

export { ScopeChip } from './scope-chip.tsx';

export type RenderMark = (node: NodeView) => ReactNode;

export interface SuggestionsHandle {
  /** Handles a key. Returns true if the key was for the list. */
  readonly press: (event: KeyboardEvent) => boolean;
}

interface SuggestionsProps {
  readonly id: string;
  readonly typed: string;
  /** The folder to search. Undefined to search everywhere. */
  readonly folder: NodeId | undefined;
  readonly handle: Ref<SuggestionsHandle>;
  readonly renderMark: RenderMark;
  readonly onActive: (id: string | undefined) => void;
  readonly onGo: (address: string) => void;
}

export function Suggestions({ id, typed, folder, handle, renderMark, onActive, onGo }: SuggestionsProps) {
  const text = useText();
  const state = useSuggestions(typed, folder);
  const names = state.page?.items ?? [];
  const hits = [...names, ...state.contents];
  // The last options lead to all results.
  const pages = [
    resultsAddress(typed, folder),
    ...(folder === undefined ? [] : [resultsAddress(typed)]),
  ] as const;
  const count = hits.length + pages.length;
  const [active, setActive] = useActive(typed);
  const optionId = (index: number): string => `${id}-${index}`;
  const activeId = active === undefined ? undefined : optionId(Math.min(active, count - 1));
  useReport(activeId, onActive);
  const open = (index: number, isInFolder: boolean): void => {
    const hit = hits[index];
    if (hit === undefined) onGo(pages[index - hits.length] ?? pages[0]);
    else onGo(isInFolder ? folderAddress(hit) : hitAddress(hit));
  };
  useImperativeHandle(handle, () => ({
    press: (event) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.key === 'Enter' && active !== undefined) open(active, isCommand);
      else if (event.key === 'ArrowDown') setActive(active === undefined ? 0 : (active + 1) % count);
      else if (event.key === 'ArrowUp') setActive(((active ?? 0) + count - 1) % count);
      else return false;
      return true;
    },
  }));
  const optionProps = (index: number) => ({
    id: optionId(index),
    role: 'option',
    tabIndex: -1,
    'aria-selected': activeId === optionId(index),
    onMouseMove: () => setActive(index),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(index, false);
    },
  });
  return (
    <div className={styles['panel']}>
      <Status typed={typed} folder={folder} state={state} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox, whose options are links */}
      <div role="listbox" id={id} aria-label={text('search.suggestions')} className={styles['list']}>
        {hits.map((hit, index) => (
          <Fragment key={hit.node.id}>
            {index === names.length && (
              <span role="presentation" className={styles['heading']}>
                {text('search.contents')}
              </span>
            )}
            <a href={hitAddress(hit)} className={styles['option']} {...optionProps(index)}>
              <Suggestion hit={hit} mark={renderMark(hit.node)} />
            </a>
          </Fragment>
        ))}
        <a href={pages[0]} className={styles['all']} {...optionProps(hits.length)}>
          <Icon of={Search} size={18} />
          <span className={styles['allText']}>
            {text(folder === undefined ? 'search.all' : 'search.allInFolder', { q: typed })}
          </span>
          <Kbd>Enter</Kbd>
        </a>
        {pages[1] !== undefined && (
          <a href={pages[1]} className={styles['all']} {...optionProps(hits.length + 1)}>
            <Icon of={Search} size={18} />
            <span className={styles['allText']}>{text('search.everywhere')}</span>
          </a>
        )}
      </div>
    </div>
  );
}

interface StatusProps extends Pick<SuggestionsProps, 'typed' | 'folder'> {
  readonly state: SuggestionsState;
}

function Status({ typed, folder, state: { page, contents, failure, isWaiting } }: StatusProps) {
  const text = useText();
  const words = useErrorTexts();
  if (failure !== undefined) {
    return (
      <p role="alert" className={styles['notice']}>
        <Icon of={CircleAlert} size={18} />
        {words.ofError(apiErrorOf(failure.cause))}
      </p>
    );
  }
  if (page === undefined) {
    return isWaiting ? (
      <p className={styles['notice']}>
        <Spinner />
        {text('search.waiting')}
      </p>
    ) : null;
  }
  if (page.items.length === 0 && contents.length === 0) {
    const none = folder === undefined ? 'search.none' : 'search.noneInFolder';
    return <output className={styles['notice']}>{text(none, { q: typed })}</output>;
  }
  return <output className="visually-hidden">{text('search.count', { count: page.total })}</output>;
}

function Suggestion({ hit, mark }: { readonly hit: SearchHit; readonly mark: ReactNode }) {
  const hitText = useHitText();
  const formats = useFormats();
  const today = useToday();
  return (
    <>
      {mark}
      <span className={styles['words']}>
        <Highlighted name={hit.node.name} ranges={hit.ranges} />
        {hit.snippet !== null && <Snippet snippet={hit.snippet} />}
        <span className={styles['facts']} title={placeWords(hit, hitText)}>
          <HitPlace hit={hit} />
          <span className={styles['date']}> · {formats.friendlyDate(hit.node.modifiedAt, today)}</span>
        </span>
      </span>
    </>
  );
}

/** No option is active after the text changes, so that Enter leads to all results. */
function useActive(typed: string): readonly [number | undefined, (index: number) => void] {
  const [state, setState] = useState<{ readonly typed: string; readonly index: number }>();
  return [state?.typed === typed ? state.index : undefined, (index) => setState({ typed, index })];
}

function useReport(activeId: string | undefined, onActive: (id: string | undefined) => void): void {
  useEffect(() => {
    onActive(activeId);
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
}
