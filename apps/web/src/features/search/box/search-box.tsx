import { isNodeId, type NodeId } from '@coffer/contracts';
import { ArrowLeft, Search, X } from 'lucide-react';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { usePath, useSearch } from '../../../lib/hooks/use-location.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Kbd } from '../../../ui/marks/kbd.tsx';
import { resultsAddress } from '../hits/hit-address.ts';
import { PaletteKey } from '../palette/palette-key.tsx';
import type { PaletteProps } from '../palette/palette-props.ts';
import styles from './search-box.module.css';
import type { ScopeChipProps } from '../suggestions/scope-chip.tsx';
import type { SuggestionsHandle } from '../suggestions/suggestions.tsx';
import { useText } from './texts.ts';
import { useSearchKey } from './use-search-key.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const loadSuggestions = () => import('../suggestions/suggestions.tsx');
const Suggestions = lazy(async () => ({ default: (await loadSuggestions()).Suggestions }));
const ScopeChip = lazy(async () => ({ default: (await loadSuggestions()).ScopeChip }), true);

const LIST = 'search-suggestions';

/** A combobox: the focus stays in the field while the arrows move through the list. */
export function SearchBox({ renderMark, role }: PaletteProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<SuggestionsHandle>(null);
  const origin = useOrigin();
  const { typed, setTyped, here, folder, setFolder } = useSought();
  const [isOpen, setOpen] = useState(false);
  const [isWide, setWide] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const isListed = isOpen && typed.trim() !== '';
  const leave = (): void => {
    setOpen(false);
    setWide(false);
    setActiveId(undefined);
    field.current?.blur();
    origin.focus();
  };
  const focus = (): void => {
    origin.keep();
    setWide(true);
    field.current?.focus();
    field.current?.select();
  };
  useSearchKey(focus);
  const go = (address: string): void => {
    leave();
    navigate(address);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') go(resultsAddress(typed.trim(), folder));
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      if (typed === '') leave();
      setTyped('');
    } else if (isListed && list.current?.press(event) === true) event.preventDefault();
    else if (event.key === 'ArrowDown') setOpen(true);
    else if (event.key === 'Backspace' && field.current?.selectionEnd === 0) setFolder(undefined);
  };
  const handleBlur = (event: FocusEvent<HTMLFormElement>): void => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setOpen(false);
    setWide(false);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the box closes when focus leaves it */}
      <form
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a form that searches
        role="search"
        className={classes(styles['box'], isWide && styles['wide'])}
        onSubmit={handleSubmit}
        onBlur={handleBlur}
      >
        <span className={styles['back']}>
          <IconButton icon={ArrowLeft} isMirrored label={text('search.close')} onClick={leave} />
        </span>
        <Icon of={Search} size={18} className={styles['lens']} />
        {isOpen && here !== undefined && <Scope here={here} folder={folder} onChange={setFolder} />}
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          role="combobox"
          aria-label={text('search.label')}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={LIST}
          aria-activedescendant={isListed ? activeId : undefined}
          aria-keyshortcuts="/"
          placeholder={text('search.placeholder')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          dir={typed === '' ? undefined : 'auto'}
          className={styles['field']}
          value={typed}
          onFocus={() => {
            setOpen(true);
            setWide(true);
            void Promise.allSettled([loadSuggestions()]);
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setOpen(true);
          }}
          onKeyDown={handleKey}
        />
        <Ending
          isEmpty={typed === ''}
          onClear={() => {
            setTyped('');
            field.current?.focus();
          }}
        />
        {isListed && (
          <Suspense fallback={null}>
            <Suggestions
              id={LIST}
              typed={typed.trim()}
              folder={folder}
              handle={list}
              renderMark={renderMark}
              onActive={setActiveId}
              onGo={go}
            />
          </Suspense>
        )}
      </form>
      <PaletteKey role={role} renderMark={renderMark} />
      <span className={styles['opener']}>
        <IconButton icon={Search} label={text('search.label')} aria-expanded={isWide} onClick={focus} />
      </span>
    </>
  );
}

function Scope(props: ScopeChipProps) {
  return (
    <Suspense fallback={null}>
      <ScopeChip {...props} />
    </Suspense>
  );
}

interface EndingProps {
  readonly isEmpty: boolean;
  readonly onClear: () => void;
}

function Ending({ isEmpty, onClear }: EndingProps) {
  const text = useText();
  if (!isEmpty) return <IconButton icon={X} size="small" label={text('search.clear')} onClick={onClear} />;
  return (
    <span className={styles['key']} aria-hidden="true">
      <Kbd>/</Kbd>
    </span>
  );
}

/** Remembers the focused element, and returns the focus to it after the search. */
function useOrigin() {
  const origin = useRef<Element | null>(null);
  return {
    keep: () => {
      origin.current = document.activeElement;
    },
    focus: () => {
      if (origin.current instanceof HTMLElement) origin.current.focus({ preventScroll: true });
      origin.current = null;
    },
  };
}

/**
 * The typed text, which is the query on the results page and empty elsewhere, and the folder to search. The folder is
 * that of the page until it is removed.
 */
function useSought() {
  const path = usePath();
  const search = useSearch();
  const asked = new URLSearchParams(path === '/search' ? search : '');
  const id = asked.get('folder') ?? /^\/(?:s\/[^/]+|shared)\/([^/]+)$/.exec(path)?.[1];
  const here = isNodeId(id) ? id : undefined;
  const query = asked.get('q') ?? '';
  // Other members of the address, such as a filter, change below what is being typed.
  const address = [path, query, here].join(' ');
  const shown = { address, typed: query, folder: here };
  const [state, setState] = useState(shown);
  if (state.address !== address) setState(shown);
  return {
    ...state,
    here,
    setTyped: (typed: string) => setState({ ...state, typed }),
    setFolder: (folder: NodeId | undefined) => setState({ ...state, folder }),
  };
}
