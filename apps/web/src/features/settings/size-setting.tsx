import { SETTING_RANGES } from '@coffer/contracts';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { bytesOf, type TypedSize, typedSizeOf, UNITS } from '../../lib/sizes/typed-size.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { useText } from './texts.ts';
import type { SettingProps } from './use-change.ts';

interface SizeSettingProps extends SettingProps {
  readonly name: 'personQuotaBytes' | 'spaceQuotaBytes';
}

export function SizeSetting({ name, values, defaults, isDisabled, change }: SizeSettingProps) {
  const text = useText();
  const { size } = useFormats();
  const [typed, setTyped] = useState<TypedSize>();
  const [isWrong, setWrong] = useState(false);
  const shown = typed ?? typedSizeOf(values[name]);
  const [min, max] = SETTING_RANGES[name];
  const commit = async (): Promise<void> => {
    if (typed === undefined) return;
    const bytes = bytesOf(typed);
    const isOutside = bytes === undefined || bytes < min || bytes > max;
    setWrong(isOutside);
    if (isOutside) return;
    setTyped(undefined);
    if (size(bytes) !== size(values[name])) await change(name, { [name]: bytes }, size(bytes));
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void commit();
    if (event.key !== 'Escape') return;
    setTyped(undefined);
    setWrong(false);
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) void commit();
  };
  return (
    <SettingRow
      label={text(`settings.${name}`)}
      hint={text(`settings.${name}.hint`, { usual: size(defaults[name]) })}
      error={isWrong ? text('settings.range', { min: size(min), max: size(max) }) : undefined}
    >
      {(ids) => (
        <span className={styles['size']} onBlur={handleBlur}>
          <input
            {...ids}
            inputMode="decimal"
            autoComplete="off"
            className={styles['number']}
            disabled={isDisabled}
            value={shown.amount}
            onChange={({ currentTarget }) => setTyped({ ...shown, amount: currentTarget.value })}
            onKeyDown={handleKey}
          />
          <select
            className={styles['select']}
            aria-label={text('settings.unitOf', { setting: text(`settings.${name}`) })}
            disabled={isDisabled}
            value={shown.unit}
            onChange={({ currentTarget }) => {
              const unit = UNITS.find((each) => each === currentTarget.value);
              if (unit !== undefined) setTyped({ ...shown, unit });
            }}
          >
            {UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {text(`settings.${unit}`)}
              </option>
            ))}
          </select>
        </span>
      )}
    </SettingRow>
  );
}
