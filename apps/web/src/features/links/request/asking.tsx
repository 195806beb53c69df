import type { GuestRequest } from '@coffer/contracts';
import { CalendarRange, FileStack, ScanEye, UserRoundX } from 'lucide-react';
import { useFormats } from '../../../lib/language/format.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Icon, type IconShape } from '../../../ui/marks/icon.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { useKindNames } from './kind-names.ts';
import styles from './request.module.css';
import { useText } from './texts.ts';

/** The requester, the request and its terms. */
export function Asking({ request }: { readonly request: GuestRequest }) {
  const text = useText();
  const { date, number, size } = useFormats();
  const kindNames = useKindNames();
  const { title, message, sharedBy, expiresAt, kinds, filesMax, bytesMax } = request;
  const limits = [
    kinds.length === 0 ? text('request.kinds.all') : kindNames(kinds),
    ...(filesMax === null ? [] : [text('request.filesMax', { count: filesMax, number: number(filesMax) })]),
    ...(bytesMax === null ? [] : [text('request.bytesMax', { size: size(bytesMax) })]),
  ];
  return (
    <section className={styles['asking']} aria-label={text('request.asking')}>
      {sharedBy !== null && (
        <p className={styles['asker']}>
          <Avatar name={sharedBy} picture={undefined} />
          <span>
            <strong>
              <bdi>{sharedBy}</bdi>
            </strong>
            <span className={styles['muted']}>{text('request.asks')}</span>
          </span>
        </p>
      )}
      <PageHeading title={title}>
        <bdi className={styles['voice']}>{title}</bdi>
      </PageHeading>
      {message !== '' && (
        <p className={styles['message']} dir="auto">
          {message}
        </p>
      )}
      <ul className={styles['terms']}>
        <Term icon={FileStack}>{limits.join(' · ')}</Term>
        <Term icon={CalendarRange}>{text('request.until', { date: date(expiresAt) })}</Term>
        <Term icon={ScanEye}>
          {sharedBy === null ? text('request.private') : text('request.privateOf', { name: sharedBy })}
        </Term>
        <Term icon={UserRoundX}>{text('request.noAccount')}</Term>
      </ul>
    </section>
  );
}

function Term({ icon, children }: { readonly icon: IconShape; readonly children: string }) {
  return (
    <li>
      <Icon of={icon} size={20} />
      <span>{children}</span>
    </li>
  );
}
