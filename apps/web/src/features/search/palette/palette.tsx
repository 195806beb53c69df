import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { neighbour } from '../../../lib/selection/neighbour.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Kbd } from '../../../ui/marks/kbd.tsx';
import { TopDialog } from '../../../ui/overlays/dialog.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import styles from './palette.module.css';
import type { OpenPalette } from './palette-props.ts';
import { useText } from './texts.ts';
import { type Choice, type ChoiceGroup, useChoices } from './use-choices.tsx';

const LIST = 'palette-list';

/** Lists names first, then commands. The focus stays in the field while the arrows move through the list. */
export function Palette({ onClose, ...props }: OpenPalette & { readonly onClose: () => void }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { groups, isWaiting, hasFailed } = useChoices(typed, props);
  const choices = groups.flatMap((group) => group.choices);
  const [active, setActive] = useActive(typed, choices, isWaiting);
  const run = (choice: Choice | undefined, isAside: boolean): void => {
    if (choice === undefined) return;
    onClose();
    // Runs after the dialog has returned the focus.
    setTimeout(isAside ? (choice.actAside ?? choice.act) : choice.act);
  };
  const enterLater = useLater({ typed, isWaiting, hasFailed }, (isAside) => run(active, isAside));
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    const isAside = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && active === undefined && isWaiting) enterLater(isAside);
    else if (event.key === 'Enter') run(active, isAside);
    else if (step !== undefined && choices.length > 0) setActive(neighbour(choices, active, step));
    else return;
    event.preventDefault();
  };
  return (
    <TopDialog title={text('palette.title')} onClose={onClose}>
      <div className={styles['head']}>
        {isWaiting ? <Spinner /> : <Icon of={Search} className={styles['lens']} />}
        <input
          ref={focusOnce}
          type="text"
          role="combobox"
          enterKeyHint="go"
          aria-label={text('palette.label')}
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={LIST}
          aria-activedescendant={active === undefined ? undefined : idOf(active)}
          placeholder={text('palette.label')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          dir={typed === '' ? undefined : 'auto'}
          className={styles['field']}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
        <IconButton icon={X} label={text('palette.close')} onClick={onClose} />
      </div>
      <output className="visually-hidden">
        {!isWaiting && typed !== '' && text('palette.count', { count: choices.length })}
      </output>
      {choices.length === 0 && !isWaiting && (
        <p className={styles['none']}>{text('palette.none', { typed })}</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a combobox */}
      <div role="listbox" id={LIST} aria-label={text('palette.results')} className={styles['list']}>
        {groups.map((group) => (
          <Group key={group.id} group={group} active={active} onActive={setActive} onRun={run} />
        ))}
      </div>
      <Hints />
    </TopDialog>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Options take no focus, because the field handles the keys. */
const OPTION = { role: 'option', tabIndex: -1 } as const;

interface GroupProps {
  readonly group: ChoiceGroup;
  readonly active: Choice | undefined;
  readonly onActive: (choice: Choice) => void;
  readonly onRun: (choice: Choice, isAside: boolean) => void;
}

function Group({ group, active, onActive, onRun }: GroupProps) {
  const heading = `palette-${group.id}`;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, not of fields
    <div role="group" aria-labelledby={heading}>
      <div id={heading} role="presentation" className={styles['heading']}>
        {group.label}
      </div>
      {group.choices.map((choice) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keys are in the field
        <div
          key={choice.id}
          id={idOf(choice)}
          {...OPTION}
          aria-selected={choice === active}
          className={styles['option']}
          onMouseMove={() => onActive(choice)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => onRun(choice, event.ctrlKey || event.metaKey)}
        >
          <span className={styles['mark']}>{choice.mark}</span>
          <span className={styles['words']}>{choice.label}</span>
          {choice.keys !== undefined && <Keys keys={choice.keys} />}
        </div>
      ))}
    </div>
  );
}

function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles['keys']} dir="ltr">
      {keys.split(' ').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

function Hints() {
  const text = useText();
  const hints: readonly (readonly [string, ReactNode])[] = [
    ['↑ ↓', text('palette.hint.choose')],
    ['Enter', text('palette.hint.open')],
    ['Ctrl Enter', text('palette.hint.folder')],
    ['>', text('palette.hint.commands')],
  ];
  return (
    <p className={styles['foot']} aria-hidden="true">
      {hints.map(([keys, words]) => (
        <span key={keys} className={styles['hint']}>
          <Keys keys={keys} />
          {words}
        </span>
      ))}
    </p>
  );
}

/** Keeps Enter until the names are searched. It is forgotten when the text changes, or when the search fails. */
function useLater(
  { typed, isWaiting, hasFailed }: { typed: string; isWaiting: boolean; hasFailed: boolean },
  enter: (isAside: boolean) => void,
): (isAside: boolean) => void {
  const pressed = useRef<{ readonly typed: string; readonly isAside: boolean }>(undefined);
  useEffect(() => {
    if (pressed.current === undefined || (isWaiting && pressed.current.typed === typed)) return;
    const { isAside, typed: meant } = pressed.current;
    pressed.current = undefined;
    if (meant === typed && !hasFailed) enter(isAside);
  });
  return (isAside) => {
    pressed.current = { typed, isAside };
  };
}

/**
 * The active choice: the chosen one while it is listed, otherwise the first. A change of the text resets it. None until
 * the names are searched, because they come first.
 */
function useActive(
  typed: string,
  choices: readonly Choice[],
  isWaiting: boolean,
): readonly [Choice | undefined, (choice: Choice | undefined) => void] {
  const [state, setState] = useState<{ readonly typed: string; readonly id: string | undefined }>();
  const chosen = state?.typed === typed ? choices.find(({ id }) => id === state.id) : undefined;
  const active = chosen ?? (isWaiting ? undefined : choices[0]);
  const activeId = active === undefined ? undefined : idOf(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return [active, (choice) => setState({ typed, id: choice?.id })];
}

function idOf({ id }: Choice): string {
  return `palette-option-${id}`;
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
