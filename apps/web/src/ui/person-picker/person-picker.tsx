import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Avatar } from '../marks/avatar.tsx';
import { GroupMark } from '../marks/group-mark.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Refusal } from '../feedback/refusal.tsx';
import { TextField } from '../controls/text-field.tsx';
import styles from './person-picker.module.css';

export interface PickedPerson {
  readonly id: string;
  readonly name: string;
  /** Shown next to the name: an email address, or the number of people in a group. */
  readonly detail: string;
  readonly isGroup?: boolean;
  readonly picture?: string | undefined;
}

interface PersonPickerProps<P extends PickedPerson> {
  readonly labels: {
    readonly field: string;
    readonly hint: string;
    readonly found: string;
    /** Shown if nobody was found. */
    readonly none: string;
    readonly chosen: string;
    readonly drop: (name: string) => string;
  };
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** The people found for the typed text. Undefined while unknown. */
  readonly found: readonly P[] | undefined;
  /** Why this person cannot be chosen. */
  readonly reasonOf: (person: P) => string | undefined;
  readonly refusal: string | undefined;
  readonly chosen: readonly P[];
  readonly onChange: (chosen: readonly P[]) => void;
  readonly onSubmit: () => Promise<void>;
  /** Content below the chosen people. */
  readonly children: ReactNode;
}

/**
 * Finds people and groups by name and collects them; Enter takes the first match, even of a search that is still
 * running. Text that matches nobody is refused, so that no one is left out unnoticed.
 */
export function PersonPicker<P extends PickedPerson>(props: PersonPickerProps<P>) {
  const { labels, typed, onType, reasonOf, chosen, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  const found = props.found?.filter(({ id }) => !chosen.some((each) => each.id === id));
  const change = (people: readonly P[]): void => {
    onChange(people);
    field.current?.focus();
  };
  const choose = (person: P): void => {
    change([...chosen, person]);
    onType('');
  };
  const submit = async (form: Element): Promise<void> => {
    await props.onSubmit();
    // The pressed button disappeared with the people.
    if (!form.contains(document.activeElement)) field.current?.focus();
  };
  const take = (): void => {
    const first = found?.find((person) => reasonOf(person) === undefined);
    if (first !== undefined) return choose(first);
    const isChosenAlready = found?.length === 0 && props.found?.length !== 0;
    if (isChosenAlready) onType('');
    field.current?.focus();
  };
  const [entered, setEntered] = useEntered(typed, props.found !== undefined, take);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') setEntered();
    else if (chosen.length > 0) void submit(event.currentTarget);
  };
  const isNobody = props.found?.length === 0;
  const isRefused = isNobody && entered === typed;
  return (
    <form className={styles['form']} noValidate onSubmit={handleSubmit}>
      <TextField
        ref={field}
        label={labels.field}
        hint={labels.hint}
        type="search"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to add people
        autoFocus
        value={typed}
        error={isRefused ? labels.none : undefined}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <Refusal words={props.refusal} />
      {found !== undefined && found.length > 0 && (
        <ul aria-label={labels.found} className={styles['list']}>
          {found.map((person) => (
            <Found
              key={person.id}
              person={person}
              reason={reasonOf(person)}
              onChoose={() => choose(person)}
            />
          ))}
        </ul>
      )}
      <output className={styles['none']}>{isNobody && !isRefused && labels.none}</output>
      {chosen.length > 0 && (
        <>
          <ul aria-label={labels.chosen} className={styles['chips']}>
            {chosen.map((person) => (
              <li key={person.id} className={styles['chip']}>
                <bdi>{person.name}</bdi>
                <IconButton
                  icon={X}
                  size="small"
                  label={labels.drop(person.name)}
                  onClick={() => change(chosen.filter(({ id }) => id !== person.id))}
                />
              </li>
            ))}
          </ul>
          {props.children}
        </>
      )}
    </form>
  );
}

/** The text that was entered last, and its state. `onAnswer` is called once the matches are known. */
function useEntered(
  typed: string,
  isAnswered: boolean,
  onAnswer: () => void,
): readonly [string | undefined, () => void] {
  const [entered, setEntered] = useState<string>();
  const isWaiting = useRef(false);
  const answer = useEffectEvent(() => {
    const isDue = isWaiting.current && entered === typed;
    isWaiting.current = false;
    if (isDue) onAnswer();
  });
  useEffect(() => {
    if (isAnswered) answer();
  }, [isAnswered]);
  const enter = (): void => {
    setEntered(typed);
    isWaiting.current = !isAnswered;
    if (isAnswered) onAnswer();
  };
  return [entered, enter];
}

interface FoundProps {
  readonly person: PickedPerson;
  readonly reason: string | undefined;
  readonly onChoose: () => void;
}

function Found({ person, reason, onChoose }: FoundProps) {
  return (
    <li>
      <button type="button" className={styles['found']} disabled={reason !== undefined} onClick={onChoose}>
        {person.isGroup === true ? (
          <GroupMark />
        ) : (
          <Avatar name={person.name} picture={person.picture} size="small" />
        )}
        <span className={styles['who']}>
          <bdi>{person.name}</bdi>
          <span className={styles['detail']}>{reason ?? <bdi>{person.detail}</bdi>}</span>
        </span>
      </button>
    </li>
  );
}
