import { useState } from 'react';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import { useText } from './texts.ts';
import type { SettingProps } from './use-change.ts';

interface SwitchSettingProps extends SettingProps {
  readonly name: 'linksAllowed' | 'linksProtected';
}

export function SwitchSetting({ name, values, isDisabled, change }: SwitchSettingProps) {
  const text = useText();
  // The new value, shown before the server has responded.
  const [wanted, setWanted] = useState<boolean>();
  const isOn = wanted ?? values[name];
  const handleChange = async (checked: boolean): Promise<void> => {
    setWanted(checked);
    await change(name, { [name]: checked }, text(checked ? 'settings.on' : 'settings.off'));
    setWanted(undefined);
  };
  return (
    <SettingRow label={text(`settings.${name}`)} hint={text(`settings.${name}.hint`)}>
      {(ids) => (
        <input
          {...ids}
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          className={styles['switch']}
          disabled={isDisabled}
          checked={isOn}
          onChange={({ currentTarget }) => void handleChange(currentTarget.checked)}
        />
      )}
    </SettingRow>
  );
}
