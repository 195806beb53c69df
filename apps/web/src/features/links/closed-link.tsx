import { DoorClosed } from 'lucide-react';
import { useEffect } from 'react';
import { deleteEndedDrafts } from '../../api/saving/drafts.ts';
import { Link } from '../../ui/controls/link.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import type { Closed } from './closed-codes.ts';
import { GuestCard, GuestFrame } from './guest-frame.tsx';
import styles from './guest.module.css';
import { useText } from './texts.ts';

interface ClosedLinkProps {
  readonly token: string;
  readonly code: Closed;
}

/** Names neither the owner nor the file of the link. Deletes the drafts of this link and of other ended links. */
export function ClosedLink({ token, code }: ClosedLinkProps) {
  const text = useText();
  useEffect(() => void deleteEndedDrafts(new Date(), token), [token]);
  const title = text('guest.closed.title');
  const reason = code === 'invalid_request' ? 'link_unknown' : code;
  return (
    <GuestFrame>
      <GuestCard icon={DoorClosed}>
        <PageHeading title={title}>
          <span className={styles['voice']}>{title}</span>
        </PageHeading>
        <p className={styles['muted']}>{text(`guest.closed.${reason}`)}</p>
        <div className={styles['advice']}>
          <h2>{text('guest.closed.advice')}</h2>
          <ul>
            <li>{text('guest.closed.ask')}</li>
            <li>
              {text('guest.closed.account')} <Link href="/sign-in">{text('guest.closed.signIn')}</Link>
            </li>
          </ul>
        </div>
      </GuestCard>
    </GuestFrame>
  );
}
