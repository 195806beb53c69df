import type { CodeSent } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { ApiError } from '../../../api/calls/error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from '../sign-in.module.css';
import { useText } from './texts.ts';

interface SendAgainProps {
  readonly onSend: () => Promise<Result<CodeSent, ApiError>> | undefined;
}

/** Does not reveal whether the account exists. */
export function SendAgain({ onSend }: SendAgainProps) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | ApiError>('idle');
  const send = async (): Promise<void> => {
    const asked = onSend();
    if (asked === undefined) return;
    setState('busy');
    const result = await asked;
    setState(result.ok ? 'sent' : result.error);
  };
  return (
    <div className={styles['again']}>
      <Button tone="quiet" isBusy={state === 'busy'} onClick={() => void send()}>
        {text('accounts.sendAgain')}
      </Button>
      <output>
        {state === 'sent' && text('accounts.sentAgain')}
        {typeof state === 'object' && ofError(state)}
      </output>
    </div>
  );
}
