import { Monitor, Moon, Rows2, Rows3, Rows4, Sun } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { currentLocale, onLocaleChange } from '../../lib/i18n.ts';
import { isLocale, LOCALES, type Locale } from '../../lib/locales.ts';
import { DENSITIES, setPreferences, THEMES } from '../../lib/preferences.ts';
import { usePreferences } from '../../lib/use-preferences.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { useText } from './texts.ts';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const DENSITY_ICONS = { compact: Rows4, cosy: Rows3, comfortable: Rows2 } as const;

interface AppearanceProps {
  readonly onLocale: (locale: Locale) => Promise<void>;
}

export function Appearance({ onLocale }: AppearanceProps) {
  const text = useText();
  const { theme, density } = usePreferences();
  return (
    <>
      <p>{text('appearance.intro')}</p>
      <Card>
        <ChoiceGroup
          label={text('appearance.theme')}
          value={theme}
          choices={THEMES.map((value) => ({
            value,
            label: text(`appearance.theme.${value}`),
            icon: THEME_ICONS[value],
          }))}
          onChange={(value) => setPreferences({ theme: value })}
        />
      </Card>
      <Card>
        <ChoiceGroup
          label={text('appearance.density')}
          hint={text('appearance.density.touch')}
          value={density}
          choices={DENSITIES.map((value) => ({
            value,
            label: text(`appearance.density.${value}`),
            icon: DENSITY_ICONS[value],
          }))}
          onChange={(value) => setPreferences({ density: value })}
        />
      </Card>
      <Card>
        <LanguageChoice onLocale={onLocale} />
      </Card>
    </>
  );
}

function LanguageChoice({ onLocale }: AppearanceProps) {
  const text = useText();
  const locale = useSyncExternalStore(onLocaleChange, currentLocale);
  const [hasFailed, setFailed] = useState(false);
  const handleChange = async (next: Locale): Promise<void> => {
    setFailed(false);
    try {
      await onLocale(next);
      setPreferences({ locale: next });
    } catch (cause) {
      // The chunk failed to load.
      if (!(cause instanceof TypeError)) throw cause;
      setFailed(true);
    }
  };
  return (
    <>
      <ChoiceGroup
        label={text('appearance.language')}
        value={locale}
        choices={Object.keys(LOCALES)
          .filter(isLocale)
          .map((value) => ({ value, label: LOCALES[value], lang: value }))}
        onChange={(next) => void handleChange(next)}
      />
      {hasFailed && (
        <Banner tone="danger" isAlert>
          {text('appearance.languageFailed')}
        </Banner>
      )}
    </>
  );
}
