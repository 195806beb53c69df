import { BRAND_COLOR, SETTING_DEFAULTS } from '@coffer/contracts';
import { accentsOf, hexOf, oklchOf } from '@coffer/kit';
import { useId } from 'react';
import { ColorChoice } from '../../ui/controls/color-choice.tsx';
import styles from './branding.module.css';
import { useText } from './texts.ts';

const COLORS = {
  teal: SETTING_DEFAULTS.brandAccent,
  blue: '#1565c0',
  violet: '#6a3fb5',
  pink: '#c2185b',
  red: '#b3261e',
  orange: '#a85a00',
  green: '#2e7d32',
  slate: '#475569',
} as const;
type ColorName = keyof typeof COLORS;
const NAMES: readonly ColorName[] = ['teal', 'blue', 'violet', 'pink', 'red', 'orange', 'green', 'slate'];

interface AccentFieldProps {
  /** As `#rrggbb`. */
  readonly accent: string;
  readonly isDisabled: boolean;
  readonly onChange: (accent: string) => void;
}

/** A choice of named colors, or any other one. Explains how a color that is hard to read will be adapted. */
export function AccentField({ accent, isDisabled, onChange }: AccentFieldProps) {
  const text = useText();
  const id = useId();
  const { light } = accentsOf(oklchOf(accent));
  const shown = hexOf(light.accent);
  const chosen = NAMES.find((name) => COLORS[name] === accent) ?? 'other';
  return (
    <fieldset className={styles['accent']} disabled={isDisabled} aria-describedby={`${id}-note`}>
      <div className={styles['colors']}>
        <ColorChoice<ColorName | 'other'>
          legend={text('branding.accent')}
          colors={NAMES}
          chosen={chosen}
          labelOf={(name) => text(`branding.color.${name}`)}
          renderMark={(name) => <span className={styles['dot']} style={{ background: hexNamed(name) }} />}
          onChoose={(name) => onChange(hexNamed(name))}
        />
        <label className={styles['other']} data-chosen={chosen === 'other' || undefined}>
          <input
            type="color"
            className={styles['picker']}
            value={accent}
            onChange={({ currentTarget }) => {
              const picked = currentTarget.value.toLowerCase();
              if (BRAND_COLOR.test(picked)) onChange(picked);
            }}
          />
          <span>{text('branding.color.other')}</span>
        </label>
      </div>
      <p id={`${id}-note`} className={styles['note']}>
        {text(isMuchDarker(accent) ? 'branding.accent.adapted' : 'branding.accent.hint', { shown })}
      </p>
    </fieldset>
  );
}

function hexNamed(name: ColorName | 'other'): string {
  return name === 'other' ? COLORS.teal : COLORS[name];
}

/** Whether the adapted color differs so visibly from the chosen one that the page has to explain it. */
function isMuchDarker(accent: string): boolean {
  const chosen = oklchOf(accent);
  return Math.abs(accentsOf(chosen).light.accent.lightness - chosen.lightness) > 0.03;
}
