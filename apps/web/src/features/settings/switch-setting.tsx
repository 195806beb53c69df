import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { useText } from './texts.ts';
import type { SettingProps } from './use-change.ts';

interface SwitchSettingProps extends SettingProps {
  readonly name: 'linksAllowed' | 'linksProtected';
}

export function SwitchSetting({ name, values, isDisabled, change }: SwitchSettingProps) {
  const text = useText();
  return (
    <SettingRow label={text(`settings.${name}`)} hint={text(`settings.${name}.hint`)}>
      {(ids) => (
        <input
          {...ids}
          type="checkbox"
          role="switch"
          aria-checked={values[name]}
          className={styles['switch']}
          disabled={isDisabled}
          checked={values[name]}
          onChange={({ currentTarget: { checked } }) =>
            void change(name, { [name]: checked }, text(checked ? 'settings.on' : 'settings.off'))
          }
        />
      )}
    </SettingRow>
  );
}
