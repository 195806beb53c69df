import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { makeRecoveryCodes } from '../../api/session/factors.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { copyText } from '../../lib/copy-text.ts';
import { saveFile } from '../../lib/downloads/save-file.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { AlertDialog, Dialog } from '../../ui/overlays/index.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Row, Stack } from '../../ui/page/stack.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './security.module.css';
import { useText } from './texts.ts';

const FEW = 3;
const FILE_NAME = 'coffer-recovery-codes.txt';

export function RecoveryCodes({ left }: { readonly left: number }) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const cache = useQueryCache();
  const [isAsking, setAsking] = useState(false);
  const make = useMutation(() => makeRecoveryCodes(cache));
  const handleMake = (): void => {
    setAsking(false);
    void make.run();
  };
  return (
    <>
      <Refusal words={ofFailure(make.failure)} />
      {left <= FEW ? (
        <Banner tone="warning">
          <p>{text('security.recovery.left', { count: left })}</p>
        </Banner>
      ) : (
        <p>{text('security.recovery.left', { count: left })}</p>
      )}
      <Row>
        <Button isBusy={make.isPending} onClick={left === 0 ? handleMake : () => setAsking(true)}>
          {text('security.recovery.make')}
        </Button>
      </Row>
      <AlertDialog
        isOpen={isAsking}
        title={text('security.recovery.confirm.title')}
        confirmLabel={text('security.recovery.make')}
        cancelLabel={text('security.cancel')}
        tone="primary"
        onConfirm={handleMake}
        onClose={() => setAsking(false)}
      >
        <p>{text('security.recovery.confirm.text')}</p>
      </AlertDialog>
      <NewRecoveryCodes codes={make.data} onClose={make.reset} />
    </>
  );
}

interface NewRecoveryCodesProps {
  /** Undefined hides the dialog. */
  readonly codes: readonly string[] | undefined;
  readonly onClose: () => void;
}

export function NewRecoveryCodes({ codes, onClose }: NewRecoveryCodesProps) {
  const text = useText();
  return (
    <Dialog
      isOpen={codes !== undefined}
      title={text('security.recovery')}
      closeLabel={text('security.recovery.done')}
      isDismissable={false}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {text('security.recovery.done')}
        </Button>
      }
    >
      <Codes codes={codes ?? []} />
    </Dialog>
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const text = useText();
  const plain = `${codes.join('\n')}\n`;
  const handleCopy = async (): Promise<void> => {
    const isCopied = await copyText(plain);
    showToast({
      key: 'copy',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'security.recovery.copied' : 'security.recovery.copyFailed'),
    });
  };
  return (
    <Stack>
      <Banner tone="warning">
        <p>{text('security.recovery.once')}</p>
      </Banner>
      <ol className={styles['codes']} aria-label={text('security.recovery')}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ol>
      <Row>
        <Button onClick={() => void handleCopy()}>{text('security.recovery.copy')}</Button>
        <Button onClick={() => saveFile(FILE_NAME, plain, 'text/plain')}>
          {text('security.recovery.download')}
        </Button>
        <Button onClick={() => print()}>{text('security.recovery.print')}</Button>
      </Row>
    </Stack>
  );
}
