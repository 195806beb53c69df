import { useId } from 'react';
import { TextField } from '../controls/text-field.tsx';
import styles from './one-person.module.css';

interface OnePersonProps<P extends { readonly id: string }> {
  readonly label: string;
  /** Shown if nobody was found. */
  readonly none: string;
  /** Shown as an error until a person is chosen. */
  readonly missing: string | undefined;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** The people found for the typed text. Undefined while unknown. */
  readonly found: readonly P[] | undefined;
  readonly nameOf: (person: P) => string;
  readonly detailOf: (person: P) => string;
  readonly chosen: P | undefined;
  readonly onChoose: (person: P | undefined) => void;
  /** Whether another choice comes first, so that this field must not take the focus. */
  readonly isLater?: boolean;
}

/** Finds people by name and lets one be chosen. */
export function OnePerson<P extends { readonly id: string }>(props: OnePersonProps<P>) {
  const { label, found, chosen, nameOf, detailOf, onChoose } = props;
  const group = useId();
  return (
    <>
      <TextField
        type="search"
        autoComplete="off"
        label={label}
        error={chosen === undefined ? props.missing : undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog exists to choose a person
        autoFocus={props.isLater !== true}
        value={props.typed}
        onChange={({ currentTarget }) => {
          // A person who is no longer in the list must not stay chosen.
          onChoose(undefined);
          props.onType(currentTarget.value);
        }}
      />
      <fieldset className={styles['choices']}>
        <legend className="visually-hidden">{label}</legend>
        {found?.map((person) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the text is nested deeper than the rule checks
          <label key={person.id} className={styles['choice']}>
            <input
              type="radio"
              name={group}
              checked={chosen?.id === person.id}
              onChange={() => onChoose(person)}
            />
            <span className={styles['who']}>
              <bdi>{nameOf(person)}</bdi>
              <bdi className={styles['muted']}>{detailOf(person)}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <output className={styles['muted']}>{found?.length === 0 && props.none}</output>
    </>
  );
}
