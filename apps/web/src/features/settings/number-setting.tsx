import type { RETENTION_BOUNDS, RetentionKey, Settings } from '@coffer/contracts';
import { type KeyboardEvent, useState } from 'react';
import { asciiDigits } from '../../lib/language/digits.ts';
import { useFormats } from '../../lib/language/format.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { useText } from './texts.ts';
import type { SettingProps } from './use-change.ts';

type NumberKey = RetentionKey | BoundKey | 'purgedHours' | 'linkDaysMax';
type BoundKey = (typeof RETENTION_BOUNDS)[RetentionKey][0 | 1];

interface NumberSettingProps extends SettingProps {
  readonly name: NumberKey & keyof Settings;
  readonly unit: 'days' | 'hours' | 'versions';
  readonly range: readonly [number, number];
}

/** Enter, or leaving the field, changes the setting. Escape discards the input. */
export function NumberSetting(props: NumberSettingProps) {
  const { name, unit, range, values, defaults, isDisabled, change } = props;
  const text = useText();
  const { number } = useFormats();
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const [min, max] = range;
  const commit = async (): Promise<void> => {
    if (typed === undefined) return;
    const value = wholeOf(typed);
    const isOutside = value === undefined || value < min || value > max;
    setWrong(isOutside);
    if (isOutside) return;
    setTyped(undefined);
    if (value !== values[name])
      await change(name, { [name]: value }, text(`settings.${unit}.count`, { count: value }));
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void commit();
    if (event.key !== 'Escape') return;
    setTyped(undefined);
    setWrong(false);
  };
  return (
    <SettingRow
      label={text(`settings.${name}`)}
      hint={text(`settings.${name}.hint`, {
        usual: text(`settings.${unit}.count`, { count: defaults[name] }),
      })}
      error={isWrong ? text('settings.range', { min: number(min), max: number(max) }) : undefined}
    >
      {(ids) => (
        <>
          <input
            {...ids}
            inputMode="numeric"
            autoComplete="off"
            className={styles['number']}
            disabled={isDisabled}
            value={typed ?? String(values[name])}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onBlur={() => void commit()}
            onKeyDown={handleKey}
          />
          <span className={styles['unit']}>
            {text(`settings.${unit}`, { count: wholeOf(typed ?? '') ?? values[name] })}
          </span>
        </>
      )}
    </SettingRow>
  );
}

function wholeOf(typed: string): number | undefined {
  const digits = typed.trim();
  return /^\p{Nd}{1,9}$/u.test(digits) ? Number(asciiDigits(digits)) : undefined;
}
