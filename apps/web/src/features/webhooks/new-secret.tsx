import type { Webhook } from '@coffer/contracts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { replaceWebhookSecret } from '../../api/spaces/webhooks.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { CodeBlock } from '../../ui/marks/code-block.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/index.ts';
import { Muted, Stack } from '../../ui/page/stack.tsx';
import { nameOf } from './delivery-words.ts';
import { useText } from './texts.ts';

interface SecretProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the secret of a new webhook. This is the only place that shows it. */
export function Secret({ secret, onClose }: SecretProps) {
  const text = useText();
  const handleCopied = (isCopied: boolean): void => {
    showToast({
      key: 'copy',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'webhooks.copied' : 'webhooks.copyFailed'),
    });
  };
  return (
    <Stack>
      <Banner tone="warning">
        <p>{text('webhooks.secret.once')}</p>
      </Banner>
      <CodeBlock code={secret} copyLabel={text('webhooks.secret.copy')} onCopied={handleCopied} />
      <Muted>{text('webhooks.secret.use')}</Muted>
      <DialogActions>
        <Button tone="primary" onClick={onClose}>
          {text('webhooks.done')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

interface NewSecretDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function NewSecretDialog({ webhook, onClose }: NewSecretDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const replace = useMutation(() => replaceWebhookSecret(cache, webhook));
  const made = replace.data;
  // The server replaces the secret even if nobody waits for it, and shows it only once.
  const close = (): void => {
    if (!replace.isPending) onClose();
  };
  return (
    <Dialog
      isOpen
      title={text('webhooks.newSecret.title', { name: nameOf(webhook) })}
      closeLabel={text(made === undefined ? 'webhooks.cancel' : 'webhooks.done')}
      isDismissable={made === undefined}
      onClose={close}
    >
      {made === undefined ? (
        <Stack>
          <p>{text('webhooks.newSecret.text')}</p>
          <Refusal words={ofFailure(replace.failure)} />
          <DialogActions>
            <Button isOff={replace.isPending} onClick={close}>
              {text('webhooks.cancel')}
            </Button>
            <Button tone="primary" isBusy={replace.isPending} onClick={() => void replace.run()}>
              {text('webhooks.newSecret.make')}
            </Button>
          </DialogActions>
        </Stack>
      ) : (
        <Secret secret={made.secret} onClose={onClose} />
      )}
    </Dialog>
  );
}
