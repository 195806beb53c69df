import { Monitor, Moon, Rows2, Rows3, Rows4, Sun } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { currentLocale, onLocaleChange } from '../../lib/language/i18n.ts';
import { isLocale, LOCALES, type Locale } from '../../lib/language/locales.ts';
import { DENSITIES, setPreferences, THEMES } from '../../lib/preferences.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx';
import { Section } from '../../ui/page/section.tsx';
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
      <Section title={text('appearance.theme')}>
        <ChoiceGroup
          label={text('appearance.theme')}
          isLabelHidden
          value={theme}
          choices={THEMES.map((value) => ({
            value,
            label: text(`appearance.theme.${value}`),
            icon: THEME_ICONS[value],
          }))}
          onChange={(value) => setPreferences({ theme: value })}
        />
      </Section>
      <Section title={text('appearance.density')} description={text('appearance.density.touch')}>
        <ChoiceGroup
          label={text('appearance.density')}
          isLabelHidden
          value={density}
          choices={DENSITIES.map((value) => ({
            value,
            label: text(`appearance.density.${value}`),
            icon: DENSITY_ICONS[value],
          }))}
          onChange={(value) => setPreferences({ density: value })}
        />
      </Section>
      <Section title={text('appearance.language')}>
        <LanguageChoice onLocale={onLocale} />
      </Section>
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
        isLabelHidden
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
