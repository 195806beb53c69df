import type { AuthenticatorSecret } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { verifyAuthenticator } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { asciiDigits } from '../../lib/language/digits.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CodeField } from '../../ui/controls/code-field.tsx';
import { QrCode } from '../../ui/marks/qr-code.tsx';
import { SecretText } from '../../ui/controls/secret-text.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './security.module.css';
import { useText } from './texts.ts';

const CODE_LENGTH = 6;

interface SetUpProps {
  readonly secret: AuthenticatorSecret;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Called when the server no longer has this secret. */
  readonly onRestart: () => void;
}

export function AuthenticatorSetUp({ secret, onClose, onDone, onRestart }: SetUpProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofError, ofField } = useErrorTexts();
  const [isShort, setShort] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const verify = useMutation((code: string) => verifyAuthenticator(cache, { code }));
  const send = async (code: string): Promise<void> => {
    setShort(code.length !== CODE_LENGTH);
    if (code.length !== CODE_LENGTH || verify.isPending) return;
    const { failure } = await verify.run(code);
    if (failure === undefined) handleSuccess();
    else handleFailure(failure.cause);
  };
  const handleSuccess = (): void => {
    onClose();
    onDone();
    showToast({ tone: 'success', text: text('security.isOn') });
  };
  const handleFailure = (cause: unknown): void => {
    if (apiErrorOf(cause).code === 'factor_not_started') onRestart();
    if (field.current !== null) field.current.value = '';
    field.current?.focus();
  };
  const handleCopied = (isCopied: boolean): void => {
    showToast({
      key: 'copy',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'security.copied' : 'security.copyFailed'),
    });
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send(asciiDigits(field.current?.value ?? ''));
  };
  const error = verify.failure === undefined ? undefined : apiErrorOf(verify.failure.cause);
  const words = error === undefined ? undefined : (ofField(error, 'code') ?? ofError(error));
  return (
    <div className={styles['setUp']}>
      <div className={styles['scan']}>
        <p>{text('security.scan')}</p>
        <QrCode text={secret.uri} label={text('security.qr')} />
      </div>
      <div className={styles['secret']}>
        <p>{text('security.orType')}</p>
        <SecretText secret={secret.secret} copyLabel={text('security.copy')} onCopied={handleCopied} />
      </div>
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <CodeField
          ref={field}
          name="code"
          label={text('security.code')}
          hint={text('security.codeHint')}
          length={CODE_LENGTH}
          error={isShort ? text('security.codeMissing') : words}
          onComplete={(code) => void send(code)}
        />
        <div className={styles['buttons']}>
          <Button type="submit" tone="primary" isBusy={verify.isPending}>
            {text('security.verify')}
          </Button>
          <Button onClick={onClose}>{text('security.cancel')}</Button>
        </div>
      </form>
    </div>
  );
}
