import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { removeAuthenticator, startAuthenticator } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { AuthenticatorSetUp } from './authenticator-set-up.tsx';
import styles from './security.module.css';
import { useText } from './texts.ts';

interface AuthenticatorProps {
  readonly isOn: boolean;
  readonly onSetUp: () => void;
}

export function Authenticator({ isOn, onSetUp }: AuthenticatorProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const start = useMutation(startAuthenticator);
  if (isOn) return <SwitchedOn />;
  if (start.data !== undefined) {
    return (
      <AuthenticatorSetUp
        secret={start.data}
        onClose={start.reset}
        onDone={onSetUp}
        onRestart={() => void start.run()}
      />
    );
  }
  return (
    <>
      <Refusal words={ofFailure(start.failure)} />
      <div className={styles['state']}>
        <p className={styles['off']}>
          <Icon of={ShieldOff} />
          {text('security.off')}
        </p>
        <Button tone="primary" isBusy={start.isPending} onClick={() => void start.run()}>
          {text('security.setUp')}
        </Button>
      </div>
    </>
  );
}

function SwitchedOn() {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(() => removeAuthenticator(cache));
  const handleConfirm = async (): Promise<void> => {
    setAsking(false);
    const { failure } = await remove.run();
    if (failure === undefined) showToast({ tone: 'success', text: text('security.isOff') });
  };
  return (
    <>
      <Refusal words={ofFailure(remove.failure)} />
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
        onConfirm={() => void handleConfirm()}
        onClose={() => setAsking(false)}
      >
        <p>{text('security.confirm.text')}</p>
      </AlertDialog>
    </>
  );
}
