import { useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { Loading } from '../fetching/loading.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import type { ViewerProps } from '../viewer.ts';
import styles from './font.module.css';
import { useText } from './texts.ts';
import { useFont } from './use-font.ts';

const SIZES = [72, 48, 32, 24, 18, 14, 12];
const FIGURES = '0123456789 .,:;!?&@%()[]{}+-*/=';

export function FontView({ node, content, failed }: ViewerProps) {
  const text = useText();
  const { number } = useFormats();
  const font = useFont(content.url);
  const [words, setWords] = useState('');
  if (font === undefined) return <Loading label={text('font.opening')} />;
  if (font === 'failed') return failed;
  const fontFamily = font.family;
  const sample = words.trim() === '' ? text('font.sentence') : words;
  return (
    <section
      aria-label={text('font.samples', { name: node.name })}
      className={styles['desk']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- samples that scroll must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
    >
      <div className={styles['paper']}>
        <TextField
          label={text('font.try')}
          value={words}
          maxLength={200}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className={styles['letters']} style={{ fontFamily }}>
          {text('font.letters')}
        </p>
        <p className={styles['letters']} dir="ltr" style={{ fontFamily }}>
          {FIGURES}
        </p>
        {SIZES.map((pixels) => (
          <div key={pixels} className={styles['line']}>
            <span>{text('font.size', { pixels: number(pixels) })}</span>
            <p dir="auto" style={{ fontFamily, fontSize: `${pixels}px` }}>
              {sample}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}
