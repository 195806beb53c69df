import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/error.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { removeAuthenticatorMutation, startAuthenticatorMutation } from '../../api/factors.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { showToast } from '../../ui/toast-store.ts';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';
import styles from './security.module.css';
import { useText } from './texts.ts';

/** The authenticator: off, being set up, or on. */
export function Authenticator({ isOn }: { readonly isOn: boolean }) {
  const text = useText();
  const start = useMutation(startAuthenticatorMutation());
  if (isOn) return <SwitchedOn />;
  if (start.data !== undefined) {
    return <AuthenticatorSetUp secret={start.data} onClose={start.reset} onRestart={() => start.mutate()} />;
  }
  return (
    <>
      {start.error !== null && <Refusal error={apiErrorOf(start.error)} />}
      <div className={styles['state']}>
        <p className={styles['off']}>
          <Icon of={ShieldOff} />
          {text('security.off')}
        </p>
        <Button tone="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
          {text('security.setUp')}
        </Button>
      </div>
    </>
  );
}

function SwitchedOn() {
  const text = useText();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(removeAuthenticatorMutation(client));
  const handleConfirm = async (): Promise<void> => {
    // The promise, and not the callbacks of the call: those are dropped when the success takes this view away.
    const [outcome] = await Promise.allSettled([remove.mutateAsync()]);
    setAsking(false);
    if (outcome.status === 'fulfilled') showToast({ tone: 'success', text: text('security.isOff') });
  };
  return (
    <>
      {remove.error !== null && <Refusal error={apiErrorOf(remove.error)} />}
      <div className={styles['state']}>
        <p className={styles['on']}>
          <Icon of={ShieldCheck} />
          {text('security.on')}
        </p>
        <Button onClick={() => setAsking(true)}>{text('security.switchOff')}</Button>
      </div>
      <AlertDialog
        isOpen={isAsking}
        title={text('security.confirm.title')}
        confirmLabel={text('security.switchOff')}
        cancelLabel={text('security.cancel')}
        isBusy={remove.isPending}
        onConfirm={() => void handleConfirm()}
        onClose={() => setAsking(false)}
      >
        <p>{text('security.confirm.text')}</p>
      </AlertDialog>
    </>
  );
}

function Refusal({ error }: { readonly error: ApiError }) {
  const { ofError } = useErrorTexts();
  return (
    <Banner tone="danger" isAlert>
      <p>{ofError(error)}</p>
    </Banner>
  );
}
