import { Moon, Sun } from 'lucide-react';
import { isDark, setPreferences } from '../../lib/preferences.ts';
import { usePreferences } from '../../lib/use-preferences.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useText } from './texts.ts';

export function ThemeToggle() {
  const text = useText();
  const isNowDark = isDark(usePreferences().theme);
  return (
    <IconButton
      icon={isNowDark ? Sun : Moon}
      label={text(isNowDark ? 'shell.toLight' : 'shell.toDark')}
      onClick={() => setPreferences({ theme: isNowDark ? 'light' : 'dark' })}
    />
  );
}
