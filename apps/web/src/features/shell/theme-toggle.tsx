import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isDarkNow, onDarkChange, setPreferences } from '../../lib/preferences.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { useText } from './texts.ts';

export function ThemeToggle() {
  const text = useText();
  const isNowDark = useSyncExternalStore(onDarkChange, isDarkNow);
  return (
    <IconButton
      icon={isNowDark ? Sun : Moon}
      label={text(isNowDark ? 'shell.toLight' : 'shell.toDark')}
      onClick={() => setPreferences({ theme: isNowDark ? 'light' : 'dark' })}
    />
  );
}
