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
import { neighbour } from '../../../lib/selection/neighbour.ts';
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

const ALL = 'all';
const EVERYWHERE = 'everywhere';

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
  const all = resultsAddress(typed, folder);
  const everywhere = resultsAddress(typed);
  // The last options lead to all results.
  const pages = folder === undefined ? [ALL] : [ALL, EVERYWHERE];
  const options: readonly string[] = [...hits.map(({ node }) => node.id), ...pages];
  const [active, setActive] = useActive(typed, options);
  const optionId = (option: string): string => `${id}-${option}`;
  const activeId = active === undefined ? undefined : optionId(active);
  useReport(activeId, onActive);
  const open = (option: string, isInFolder: boolean): void => {
    const hit = hits.find(({ node }) => node.id === option);
    if (hit === undefined) onGo(option === EVERYWHERE ? everywhere : all);
    else onGo(isInFolder ? folderAddress(hit) : hitAddress(hit));
  };
  useImperativeHandle(handle, () => ({
    press: (event) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.key === 'Enter' && active !== undefined) open(active, isCommand);
      else if (event.key === 'ArrowDown') setActive(neighbour(options, active, 1));
      else if (event.key === 'ArrowUp') setActive(neighbour(options, active, -1));
      else return false;
      return true;
    },
  }));
  const optionProps = (option: string) => ({
    id: optionId(option),
    role: 'option',
    tabIndex: -1,
    'aria-selected': active === option,
    onMouseMove: () => setActive(option),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(option, false);
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
            <a href={hitAddress(hit)} className={styles['option']} {...optionProps(hit.node.id)}>
              <Suggestion hit={hit} mark={renderMark(hit.node)} />
            </a>
          </Fragment>
        ))}
        <a href={all} className={styles['all']} {...optionProps(ALL)}>
          <Icon of={Search} size={18} />
          <span className={styles['allText']}>
            {text(folder === undefined ? 'search.all' : 'search.allInFolder', { q: typed })}
          </span>
          <Kbd>Enter</Kbd>
        </a>
        {folder !== undefined && (
          <a href={everywhere} className={styles['all']} {...optionProps(EVERYWHERE)}>
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

/** No option is active after the text changes, or without the chosen option, so that Enter leads to all results. */
function useActive(
  typed: string,
  options: readonly string[],
): readonly [string | undefined, (option: string | undefined) => void] {
  const [state, setState] = useState<{ readonly typed: string; readonly option: string | undefined }>();
  const active = state?.typed === typed ? options.find((option) => option === state.option) : undefined;
  return [active, (option) => setState({ typed, option })];
}

function useReport(activeId: string | undefined, onActive: (id: string | undefined) => void): void {
  useEffect(() => {
    onActive(activeId);
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, onActive]);
  useEffect(() => () => onActive(undefined), [onActive]);
}
