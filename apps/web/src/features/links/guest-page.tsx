import { CloudOff } from 'lucide-react';
import { useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { guestLinkQuery } from '../../api/links/guest-link.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { isClosed } from './closed-codes.ts';
import { GuestCard, GuestFrame } from './guest-frame.tsx';
import type { GuestPageProps } from './guest-page-props.ts';
import styles from './guest.module.css';
import { useText } from './texts.ts';
import { lazy } from '../../ui/loading/lazy.tsx';

const ClosedLink = lazy(async () => ({ default: (await import('./closed-link.tsx')).ClosedLink }));
const GuestFile = lazy(async () => ({ default: (await import('./guest-file.tsx')).GuestFile }));
const GuestFolder = lazy(async () => ({ default: (await import('./guest-folder.tsx')).GuestFolder }));
const RequestPage = lazy(async () => ({
  default: (await import('./request/request-page.tsx')).RequestPage,
}));
const PasswordForm = lazy(async () => ({ default: (await import('./password-form.tsx')).PasswordForm }));

/** `/l/:token`: needs neither an account nor a session. */
export function GuestPage(props: GuestPageProps) {
  const { token, isEditing } = props;
  const [isSending, setSending] = useState(false);
  const { data: link, failure, isPending, refetch } = useQuery(guestLinkQuery(token));
  if (isPending) return <Waiting />;
  const error = failure === undefined ? undefined : apiErrorOf(failure.cause);
  const isHeld = isEditing && link !== undefined;
  // Sending needs no password, because the key of the hand-in is enough.
  const isSendingHere = isSending && link !== undefined;
  if (error !== undefined && isClosed(error.code) && !isHeld) {
    return <ClosedLink token={token} code={error.code} />;
  }
  if (error?.code === 'link_password_required' && !isHeld && !isSendingHere) {
    return <PasswordForm token={token} />;
  }
  if (link?.kind === 'request') {
    return (
      <RequestPage token={token} request={link} loadTransfers={props.loadTransfers} onSending={setSending} />
    );
  }
  if (link !== undefined) {
    return link.node.kind === 'file' ? (
      <GuestFile {...props} link={link} onSending={setSending} />
    ) : (
      <GuestFolder {...props} link={link} onSending={setSending} />
    );
  }
  return <Failed failure={failure} onRetry={() => void refetch()} />;
}

function Waiting() {
  const text = useText();
  return (
    <GuestFrame>
      <GuestCard>
        <PageHeading title={text('guest.loading')} isHidden />
        <div className={styles['waiting']}>
          <Spinner size="large" label={text('guest.loading')} />
        </div>
      </GuestCard>
    </GuestFrame>
  );
}

interface FailedProps {
  readonly failure: { readonly cause: unknown } | undefined;
  readonly onRetry: () => void;
}

function Failed({ failure, onRetry }: FailedProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  return (
    <GuestFrame>
      <GuestCard icon={CloudOff}>
        <PageHeading title={text('guest.failed')}>
          <span className={styles['voice']}>{text('guest.failed')}</span>
        </PageHeading>
        <p className={styles['muted']} role="alert">
          {ofFailure(failure)}
        </p>
        <div>
          <Button tone="primary" onClick={onRetry}>
            {text('guest.retry')}
          </Button>
        </div>
      </GuestCard>
    </GuestFrame>
  );
}
