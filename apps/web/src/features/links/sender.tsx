import type { GuestShare } from '@coffer/contracts';
import { useFormats } from '../../lib/language/format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import styles from './guest.module.css';
import { useText } from './texts.ts';

/** Who shares it, if the person has a name. */
export function Sender({ link }: { readonly link: GuestShare }) {
  const text = useText();
  const { sharedBy: name, node } = link;
  if (name === null) return null;
  return (
    <p className={styles['sender']}>
      <Avatar name={name} picture={undefined} size="small" />
      <span>{text(`guest.sender.${node.kind}`, { name })}</span>
    </p>
  );
}

/** Then every download is counted, and nothing is shown without one. */
export function hasLimit({ downloadsLeft, bytesLeft }: GuestShare): boolean {
  return downloadsLeft !== null || bytesLeft !== null;
}

export function Terms({ link }: { readonly link: GuestShare }) {
  const text = useText();
  const { date, size } = useFormats();
  const { downloadsLeft, bytesLeft } = link;
  return (
    <p className={styles['terms']}>
      <span>{text('guest.until', { date: date(link.expiresAt) })}</span>
      {downloadsLeft !== null && <span>{text('guest.left', { count: downloadsLeft })}</span>}
      {bytesLeft !== null && <span>{text('guest.bytesLeft', { size: size(bytesLeft) })}</span>}
      {link.kind === 'view' && <span>{text('guest.viewOnly')}</span>}
      <span>{text('guest.noAccount')}</span>
    </p>
  );
}
