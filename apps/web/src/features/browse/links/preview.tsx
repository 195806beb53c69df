import type { PublicLink } from '@coffer/contracts';
import { useFormats } from '../../../lib/language/format.ts';
import styles from './links.module.css';
import { useText } from './texts.ts';

/** Describes in words what guests see and may do: the URL cannot be shown again. */
export function Preview({ link }: { readonly link: PublicLink }) {
  const text = useText();
  const { number, date, size } = useFormats();
  const { bytes, bytesMax, createdBy, downloads, downloadsMax, kind, node, label } = link;
  const isCounted = downloadsMax !== null || bytesMax !== null;
  const name = kind === 'request' ? label : (node?.name ?? '');
  return (
    <details className={styles['handIns']}>
      <summary>{text('links.seen')}</summary>
      <ul className={styles['seen']}>
        {link.hasPassword && <li>{text('links.seen.password')}</li>}
        <li>{text(`links.seen.${kind}`, { name })}</li>
        {createdBy.name !== '' && <li>{text('links.seen.by', { name: createdBy.name })}</li>}
        <li>{text('links.seen.until', { date: date(link.expiresAt) })}</li>
        {downloadsMax !== null && (
          <li>{text('links.seen.left', { count: number(Math.max(0, downloadsMax - downloads)) })}</li>
        )}
        {bytesMax !== null && (
          <li>{text('links.seen.bytesLeft', { size: size(Math.max(0, bytesMax - bytes)) })}</li>
        )}
        {isCounted && <li>{text('links.seen.noPreviews')}</li>}
        <li>{text('links.seen.not')}</li>
      </ul>
    </details>
  );
}
