import { Fragment, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Select } from '../controls/select.tsx';
import styles from './conflict-list.module.css';

interface ConflictListProps {
  readonly label: string;
  /** Tells how many rows are hidden, with a button that shows more. */
  readonly more?:
    | { readonly text: string; readonly showLabel: string; readonly onShow: (() => void) | undefined }
    | undefined;
  readonly children: ReactNode;
}

/** A list of taken names, each with both items in conflict. */
export function ConflictList({ label, more, children }: ConflictListProps) {
  return (
    <>
      <ul
        className={styles['list']}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        {children}
      </ul>
      {more !== undefined && (
        <div className={styles['more']}>
          <p className={styles['quiet']}>{more.text}</p>
          {more.onShow !== undefined && (
            <Button tone="quiet" onClick={more.onShow}>
              {more.showLabel}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

export interface ConflictSide {
  readonly label: string;
  /** Only if it differs from the name of the row. */
  readonly name?: string | undefined;
  /** Undefined while the facts are unknown. */
  readonly facts: readonly string[] | undefined;
  /** In what this side exceeds the other: newer, larger. */
  readonly marks?: readonly string[];
}

interface ConflictRowProps {
  readonly name: string;
  readonly badge?: string | undefined;
  readonly place?: ReactNode;
  readonly sides: readonly ConflictSide[];
  /** The controls that resolve the conflict. */
  readonly children: ReactNode;
}

export function ConflictRow({ name, badge, place, sides, children }: ConflictRowProps) {
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['name']}>
          <bdi>{name}</bdi>
          {badge !== undefined && <span className={styles['mark']}>{badge}</span>}
        </p>
        {place !== undefined && <p className={styles['quiet']}>{place}</p>}
        <dl className={styles['both']}>
          {sides.map((side) => (
            <div key={side.label} className={styles['side']}>
              <dt>{side.label}</dt>
              <dd>
                <Facts of={[...(side.name === undefined ? [] : [side.name]), ...(side.facts ?? ['…'])]} />
                {side.marks?.map((mark) => (
                  <span key={mark} className={styles['mark']}>
                    {mark}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {children}
    </li>
  );
}

/** Each fact is read in its own direction. */
function Facts({ of }: { readonly of: readonly string[] }) {
  return (
    <span>
      {of.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}
    </span>
  );
}

interface SingleChoiceProps<T extends string> {
  readonly label: string;
  /** Label of the choice `undefined`: decided like all other rows. */
  readonly asOthers: string;
  readonly value: T | undefined;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T | undefined) => void;
}

/** A choice for one row that overrides the choice for all. */
export function SingleChoice<T extends string>(props: SingleChoiceProps<T>) {
  const { label, asOthers, value, choices, onChange } = props;
  return (
    <div className={styles['single']}>
      <Select
        aria-label={label}
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(choices.find((choice) => choice.value === currentTarget.value)?.value)
        }
      >
        <option value="">{asOthers}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Returns a copy with the choice for `id` set, or removed if it is undefined. */
export function withChoice<K, T>(single: ReadonlyMap<K, T>, id: K, choice: T | undefined): ReadonlyMap<K, T> {
  const next = new Map(single);
  if (choice === undefined) next.delete(id);
  else next.set(id, choice);
  return next;
}
