import { LIMITS, type PublicLink } from '@coffer/contracts';
import { useFormats } from '../../../lib/language/format.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from './links.module.css';
import { BYTES_OF_UNIT, type LinkField } from './read-link-form.ts';
import { useText } from './texts.ts';

interface LimitFieldsProps {
  /** Undefined for a new link. */
  readonly link: PublicLink | undefined;
  readonly wordsFor: (field: LinkField, words: string) => string | undefined;
}

/** Fields that limit downloads by guests. */
export function LimitFields({ link, wordsFor }: LimitFieldsProps) {
  const text = useText();
  const { number } = useFormats();
  const size = link?.bytesMax ?? null;
  return (
    <div className={styles['limits']}>
      <div className={styles['pair']}>
        <TextField
          label={text('links.downloadsMax')}
          name="downloadsMax"
          inputMode="numeric"
          autoComplete="off"
          placeholder={text('links.noLimit')}
          defaultValue={link?.downloadsMax ?? ''}
          error={wordsFor(
            'downloadsMax',
            text('links.downloadsMax.wrong', { max: number(LIMITS.linkDownloadsMax) }),
          )}
        />
        <TextField
          label={text('links.request.sizeMax')}
          name="sizeMax"
          inputMode="decimal"
          autoComplete="off"
          placeholder={text('links.noLimit')}
          defaultValue={size === null ? '' : size / BYTES_OF_UNIT}
          error={wordsFor('sizeMax', text('links.request.sizeMax.wrong'))}
        />
      </div>
      <p className={styles['muted']}>{text('links.counted')}</p>
    </div>
  );
}
