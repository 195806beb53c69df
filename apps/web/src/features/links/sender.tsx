import type { GuestShare } from '@coffer/contracts';
import { useFormats } from '../../lib/language/format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import styles from './guest.module.css';
import { useText } from './texts.ts';

/** Names the person who shares the link. Renders nothing if the person has no name. */
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

/** Whether downloads are limited. Every download is then counted, and no content is shown without a download. */
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
