import { SPACE_CREATORS } from '@coffer/contracts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { useText } from './texts.ts';
import type { SettingProps } from './use-change.ts';

export function CreatorsSetting({ values, isDisabled, change }: SettingProps) {
  const text = useText();
  return (
    <SettingRow label={text('settings.spaceCreators')} hint={text('settings.spaceCreators.hint')}>
      {(ids) => (
        <select
          {...ids}
          className={styles['select']}
          disabled={isDisabled}
          value={values.spaceCreators}
          onChange={({ currentTarget }) => {
            const chosen = SPACE_CREATORS.find((each) => each === currentTarget.value);
            if (chosen !== undefined)
              void change(
                'spaceCreators',
                { spaceCreators: chosen },
                text(`settings.spaceCreators.${chosen}`),
              );
          }}
        >
          {SPACE_CREATORS.map((each) => (
            <option key={each} value={each}>
              {text(`settings.spaceCreators.${each}`)}
            </option>
          ))}
        </select>
      )}
    </SettingRow>
  );
}
