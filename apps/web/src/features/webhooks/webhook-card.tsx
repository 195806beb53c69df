import type { Webhook, WebhookDelivery } from '@coffer/contracts';
import { Ellipsis, Pencil, Send } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { changeWebhook, deleteWebhook, testWebhook } from '../../api/spaces/webhooks.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { AlertDialog, MenuButton } from '../../ui/overlays/index.ts';
import { focusHeadingIfLost, focusIfLost } from '../../ui/page/focus-heading.ts';
import { Code } from './code.tsx';
import { Deliveries } from './deliveries.tsx';
import { nameOf, outcomeOf } from './delivery-words.ts';
import { Facts } from './facts.tsx';
import { NewSecretDialog } from './new-secret.tsx';
import { useText } from './texts.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import styles from './webhooks.module.css';

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly now: Date;
}

export function WebhookCard({ webhook, now }: WebhookCardProps) {
  const text = useText();
  const errors = useErrorTexts();
  const cache = useQueryCache();
  const heading = useId();
  const acts = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'edit' | 'secret' | 'delete'>();
  const [isListing, setListing] = useState(false);
  const test = useMutation(() => testWebhook(cache, webhook));
  const change = useMutation((isPaused: boolean) => changeWebhook(cache, webhook, { isPaused }));
  const remove = useMutation(() => deleteWebhook(cache, webhook));
  const name = nameOf(webhook);
  const { state, pausedBecause } = webhook;
  const close = (): void => setOpened(undefined);
  const handlePause = async (isPaused: boolean): Promise<void> => {
    const { failure } = await change.run(isPaused);
    if (failure !== undefined) return;
    showToast({ tone: 'success', text: text(isPaused ? 'webhooks.paused' : 'webhooks.resumed', { name }) });
    // The button to resume is gone.
    focusIfLost(() => acts.current?.querySelector('button') ?? null);
  };
  const handleDelete = async (): Promise<void> => {
    close();
    const { failure } = await remove.run();
    if (failure !== undefined) return;
    showToast({ tone: 'success', text: text('webhooks.deleted', { name }) });
    focusHeadingIfLost();
  };
  const handleMenu = (id: string): void => {
    if (id === 'pause' || id === 'resume') void handlePause(id === 'pause');
    else if (id === 'secret' || id === 'delete') setOpened(id);
  };
  return (
    <li className={styles['card']} aria-labelledby={heading}>
      <header className={styles['header']}>
        <h2 id={heading} className={styles['name']}>
          <bdi>{name}</bdi>
        </h2>
        <span className={styles['state']} data-state={state}>
          {text(`webhooks.state.${state}`)}
        </span>
        <p className={styles['url']} dir="ltr">
          {webhook.url}
        </p>
      </header>
      {pausedBecause !== null && (
        <Banner
          tone={pausedBecause === 'person' ? 'info' : 'warning'}
          action={
            <Button isBusy={change.isPending} onClick={() => void handlePause(false)}>
              {text('webhooks.resume')}
            </Button>
          }
        >
          <p>{text(`webhooks.pause.${pausedBecause}`)}</p>
        </Banner>
      )}
      <Facts webhook={webhook} now={now} />
      <Refusal words={errors.ofFailure(test.failure ?? change.failure ?? remove.failure)} />
      <output className={styles['answer']}>
        {test.data !== undefined && <TestAnswer tested={test.data} />}
      </output>
      <div ref={acts} className={styles['acts']}>
        <Button icon={Send} isBusy={test.isPending} onClick={() => void test.run()}>
          {text('webhooks.test')}
        </Button>
        <Button icon={Pencil} onClick={() => setOpened('edit')}>
          {text('webhooks.edit')}
        </Button>
        <Button tone="quiet" aria-expanded={isListing} onClick={() => setListing(!isListing)}>
          {text(isListing ? 'webhooks.deliveries.hide' : 'webhooks.deliveries')}
        </Button>
        <MenuButton
          icon={Ellipsis}
          label={text('webhooks.more', { name })}
          entries={[
            pausedBecause === null
              ? { id: 'pause', label: text('webhooks.pause') }
              : { id: 'resume', label: text('webhooks.resume') },
            { id: 'secret', label: text('webhooks.newSecret') },
            { id: 'delete', label: text('webhooks.delete'), tone: 'danger', startsGroup: true },
          ]}
          onAction={handleMenu}
        />
      </div>
      {isListing && <Deliveries webhook={webhook} now={now} />}
      {opened === 'edit' && <WebhookDialog spaceId={webhook.spaceId} webhook={webhook} onClose={close} />}
      {opened === 'secret' && <NewSecretDialog webhook={webhook} onClose={close} />}
      <AlertDialog
        isOpen={opened === 'delete'}
        title={text('webhooks.delete.title', { name })}
        confirmLabel={text('webhooks.delete')}
        cancelLabel={text('webhooks.cancel')}
        onConfirm={() => void handleDelete()}
        onClose={close}
      >
        <p>{text('webhooks.delete.text')}</p>
      </AlertDialog>
    </li>
  );
}

/** The response to a test delivery, unchanged. */
function TestAnswer({ tested }: { readonly tested: WebhookDelivery }) {
  const text = useText();
  const isTaken = tested.state === 'sent';
  const { answer } = tested;
  return (
    <Banner
      tone={isTaken ? 'success' : 'danger'}
      title={text(isTaken ? 'webhooks.test.taken' : 'webhooks.test.refused')}
    >
      <p>{outcomeOf(text, tested)}</p>
      {answer !== null && answer !== '' && <Code label={text('webhooks.answer')} code={answer} />}
    </Banner>
  );
}
