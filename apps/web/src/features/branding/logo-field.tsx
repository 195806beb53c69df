import { logoTokens } from '@coffer/contracts';
import { useRef, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './branding.module.css';
import { fitPicture } from './fit-picture.ts';
import { useText } from './texts.ts';

interface LogoFieldProps {
  readonly theme: 'light' | 'dark';
  /** The id of a logo, or a chosen picture as a `data:` URL. Empty for none. */
  readonly logo: string;
  readonly isDisabled: boolean;
  readonly onChange: (logo: string) => void;
}

export function LogoField({ theme, logo, isDisabled, onChange }: LogoFieldProps) {
  const text = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const label = text(`branding.logo.${theme}`);
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    // Without this, choosing the same file again would fire no event.
    input.value = '';
    if (file === undefined) return;
    const picture = await fitPicture(file);
    setUnreadable(picture === undefined);
    if (picture !== undefined) onChange(picture);
  };
  const remove = (): void => {
    setUnreadable(false);
    onChange('');
    // The pressed button disappears with the picture.
    chooser.current?.parentElement?.querySelector('button')?.focus();
  };
  return (
    <fieldset className={styles['logoField']}>
      <legend className={styles['label']}>{label}</legend>
      <div className={styles['chosenLogo']}>
        <span className={styles['frame']} data-theme={theme} style={logoTokens(logo)}>
          {logo === '' ? (
            <span className={styles['note']}>{text(`branding.logo.${theme}.none`)}</span>
          ) : (
            <Logo size={32} />
          )}
        </span>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label={label}
          onChange={({ currentTarget }) => void choose(currentTarget)}
        />
        {!isDisabled && (
          <Button onClick={() => chooser.current?.click()}>
            {text(logo === '' ? 'branding.logo.choose' : 'branding.logo.change')}
          </Button>
        )}
        {!isDisabled && logo !== '' && (
          <Button tone="quiet" onClick={remove}>
            {text('branding.logo.remove')}
          </Button>
        )}
      </div>
      <Refusal words={isUnreadable ? text('branding.logo.unreadable') : undefined} />
    </fieldset>
  );
}
