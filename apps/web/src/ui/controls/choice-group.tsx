import { useId } from 'react';
import styles from './choice-group.module.css';
import { Icon, type IconShape } from '../marks/icon.tsx';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: IconShape;
  readonly lang?: string;
}

interface ChoiceGroupProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly hint?: string;
  /** True if a heading next to it says the same. */
  readonly isLabelHidden?: boolean;
  /** Whether the chosen option takes the focus, for dialogs that begin with this question. */
  readonly isFocusedFirst?: boolean;
  readonly onChange: (value: T) => void;
}

export function ChoiceGroup<T extends string>({
  label,
  value,
  choices,
  hint,
  isLabelHidden = false,
  isFocusedFirst = false,
  onChange,
}: ChoiceGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles['group']} aria-describedby={hint === undefined ? undefined : `${name}-hint`}>
      <legend className={isLabelHidden ? 'visually-hidden' : styles['legend']}>{label}</legend>
      <div className={styles['choices']}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles['choice']} lang={choice.lang}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- only if the dialog begins with this question
              autoFocus={isFocusedFirst && choice.value === value}
              onChange={() => onChange(choice.value)}
              className={styles['radio']}
            />
            {choice.icon !== undefined && <Icon of={choice.icon} />}
            <span className={styles['words']}>
              <span>{choice.label}</span>
              {choice.hint !== undefined && <span className={styles['hint']}>{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${name}-hint`} className={styles['note']}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
