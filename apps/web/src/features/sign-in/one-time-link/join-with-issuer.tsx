import type { OneTimeLink } from '@coffer/contracts';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { ApiError } from '../../../api/calls/error.ts';
import { startRedirect } from '../../../api/session/sign-in.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import styles from '../sign-in.module.css';
import type { LinkFormProps } from './link-form-props.ts';
import { useText } from './texts.ts';

interface JoinWithIssuerProps {
  readonly issuers: OneTimeLink['issuers'];
  /** Whether a form above offers another way to join. */
  readonly isAlternative: boolean;
  readonly onLeave: LinkFormProps['onLeave'];
}

/** The invitation applies to the account with its email address, so signing in at the issuer is enough. */
export function JoinWithIssuer({ issuers, isAlternative, onLeave }: JoinWithIssuerProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const [busyWith, setBusyWith] = useState<string>();
  const [error, setError] = useState<ApiError>();
  const handleChoose = async (issuer: string): Promise<void> => {
    setBusyWith(issuer);
    setError(undefined);
    const failed = await onLeave();
    const started = failed === undefined ? await startRedirect({ issuer, returnTo: '/' }) : undefined;
    if (started?.ok === true) {
      location.assign(started.value.url);
      return;
    }
    setError(failed ?? started?.error);
    setBusyWith(undefined);
  };
  return (
    <div className={styles['ways']}>
      {isAlternative && <p className={styles['or']}>{text('link.join.or')}</p>}
      {error !== undefined && (
        <Banner tone="danger" isAlert>
          <p>{ofError(error)}</p>
        </Banner>
      )}
      {issuers.map(({ id, name }) => (
        <Button
          key={id}
          isWide
          tone={isAlternative ? 'secondary' : 'primary'}
          isBusy={busyWith === id}
          onClick={() => void handleChoose(id)}
        >
          {text('link.join.with', { name })}
        </Button>
      ))}
      <p className={styles['muted']}>{text('link.join.sameAddress')}</p>
    </div>
  );
}
