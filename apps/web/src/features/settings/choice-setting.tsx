import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { useText } from './texts.ts';
import type { SettingProps } from './use-change.ts';

interface ChoiceSettingProps extends SettingProps {
  readonly name: 'spaceCreators' | 'inviters' | 'mailLanguage';
  readonly options: readonly { readonly value: string; readonly label: string; readonly lang?: string }[];
}

export function ChoiceSetting({ name, options, values, isDisabled, change }: ChoiceSettingProps) {
  const text = useText();
  return (
    <SettingRow label={text(`settings.${name}`)} hint={text(`settings.${name}.hint`)}>
      {(ids) => (
        <select
          {...ids}
          className={styles['select']}
          disabled={isDisabled}
          value={values[name]}
          onChange={({ currentTarget }) => {
            const chosen = options.find(({ value }) => value === currentTarget.value);
            if (chosen !== undefined) void change(name, { [name]: chosen.value }, chosen.label);
          }}
        >
          {options.map(({ value, label, lang }) => (
            <option key={value} value={value} lang={lang}>
              {label}
            </option>
          ))}
        </select>
      )}
    </SettingRow>
  );
}
