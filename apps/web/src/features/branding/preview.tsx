import { accentTokens, logoTokens } from '@coffer/contracts';
import type { CSSProperties } from 'react';
import { Logo } from '../../ui/marks/logo.tsx';
import styles from './branding.module.css';
import type { Brand } from './draft.ts';
import { useText } from './texts.ts';

/** Previews the draft in both themes, whatever the theme of the page. */
export function Previews({ brand }: { readonly brand: Brand }) {
  const text = useText();
  return (
    <div className={styles['previews']}>
      {(['light', 'dark'] as const).map((theme) => (
        <figure key={theme} className={styles['figure']}>
          <figcaption className={styles['note']}>{text(`branding.preview.${theme}`)}</figcaption>
          <Preview brand={brand} theme={theme} />
        </figure>
      ))}
    </div>
  );
}

interface PreviewProps {
  readonly brand: Brand;
  readonly theme: 'light' | 'dark';
}

function Preview({ brand, theme }: PreviewProps) {
  const text = useText();
  const isDark = theme === 'dark' && brand.brandLogoDark !== '';
  const logo = isDark ? brand.brandLogoDark : brand.brandLogo;
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...accentTokens(brand.brandAccent),
    '--logo': 'none',
    '--logo-ratio': '1',
    ...logoTokens(logo),
  };
  const name = brand.brandName.trim();
  return (
    <div className={styles['preview']} data-theme={theme} style={style}>
      <div className={styles['bar']}>
        <Logo size={24} />
        <bdi className={styles['name']}>{name === '' ? '…' : name}</bdi>
      </div>
      <div className={styles['sheet']}>
        <p className={styles['greeting']}>{text('branding.preview.greeting')}</p>
        <p className={styles['chosen']}>{text('branding.preview.row')}</p>
        <p className={styles['line']}>
          <span className={styles['button']}>{text('branding.preview.button')}</span>
          <span className={styles['link']}>{text('branding.preview.link')}</span>
        </p>
      </div>
    </div>
  );
}
