import {
  type ChangeWebhookRequest,
  type CreateWebhookRequest,
  LIMITS,
  type Webhook,
  type WebhookEvent,
  WEBHOOK_EVENTS_OF,
  webhookGroups,
} from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { changeWebhook, createWebhook, type WebhookPlace } from '../../api/spaces/webhooks.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/overlays/index.ts';
import { Form } from '../../ui/page/stack.tsx';
import { nameOf } from './delivery-words.ts';
import { EventChoice } from './event-choice.tsx';
import { Secret } from './new-secret.tsx';
import { useText } from './texts.ts';
import styles from './webhooks.module.css';

interface WebhookDialogProps {
  readonly spaceId: WebhookPlace;
  /** Undefined for a new webhook. */
  readonly webhook?: Webhook;
  readonly onClose: () => void;
}

/** The form, and the secret of a new webhook. */
export function WebhookDialog({ spaceId, webhook, onClose }: WebhookDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  // The list below refreshes itself. A change by somebody else must be refused once before it is written over.
  const [opened] = useState(webhook);
  const [isRefused, setRefused] = useState(false);
  const save = useMutation(async (wanted: CreateWebhookRequest) => {
    if (opened === undefined || webhook === undefined) return await createWebhook(cache, spaceId, wanted);
    try {
      const seen = isRefused ? webhook : opened;
      return { webhook: await changeWebhook(cache, seen, changed(opened, wanted)), secret: undefined };
    } catch (cause) {
      if (apiErrorOf(cause).code === 'revision_conflict') setRefused(true);
      throw cause;
    }
  });
  const handleSave = async (wanted: CreateWebhookRequest): Promise<void> => {
    const { data } = await save.run(wanted);
    if (data === undefined || data.secret !== undefined) return;
    showToast({ tone: 'success', text: text('webhooks.saved', { name: nameOf(data.webhook) }) });
    onClose();
  };
  const made = save.data;
  const isMade = made?.secret !== undefined;
  // The server adds the webhook even if nobody waits for it, and shows its secret only once.
  const close = (): void => {
    if (!save.isPending) onClose();
  };
  return (
    <Dialog
      isOpen
      title={
        isMade
          ? text('webhooks.ready', { name: nameOf(made.webhook) })
          : text(webhook === undefined ? 'webhooks.add' : 'webhooks.edit.title')
      }
      closeLabel={text(isMade ? 'webhooks.done' : 'webhooks.cancel')}
      isDismissable={false}
      onClose={close}
    >
      {isMade ? (
        <Secret secret={made.secret} onClose={onClose} />
      ) : (
        <WebhookForm
          spaceId={spaceId}
          webhook={webhook}
          failure={save.failure}
          isPending={save.isPending}
          onSave={(wanted) => void handleSave(wanted)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

/** What the person has changed since the dialog opened. */
function changed(opened: Webhook, { url, label, events }: CreateWebhookRequest): ChangeWebhookRequest {
  const isSame =
    opened.events.length === events.length && opened.events.every((event) => events.includes(event));
  return {
    ...(url !== opened.url && { url }),
    ...(label !== opened.label && { label }),
    ...(!isSame && { events }),
  };
}

interface WebhookFormProps {
  readonly spaceId: WebhookPlace;
  readonly webhook: Webhook | undefined;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly isPending: boolean;
  readonly onSave: (wanted: CreateWebhookRequest) => void;
  readonly onClose: () => void;
}

function WebhookForm({ spaceId, webhook, failure, isPending, onSave, onClose }: WebhookFormProps) {
  const text = useText();
  const words = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [label, setLabel] = useState(webhook?.label ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? WEBHOOK_EVENTS_OF.files);
  const [isTried, setTried] = useState(false);
  const error = failure === undefined ? undefined : apiErrorOf(failure.cause);
  const ofUrl = words.ofField(error, 'url');
  const isWellFormed = /^https?:\/\/[^\s/]/i.test(url.trim());
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWellFormed) field.current?.focus();
    if (isWellFormed && events.length > 0 && !isPending) onSave({ url, label, events: [...events] });
  };
  return (
    <Form onSubmit={handleSubmit}>
      <Refusal words={ofUrl === undefined ? words.ofFailure(failure) : undefined} />
      <TextField
        ref={field}
        name="webhook-url"
        type="url"
        inputMode="url"
        dir="ltr"
        label={text('webhooks.url')}
        hint={text('webhooks.url.hint')}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        maxLength={LIMITS.webhookUrlLengthMax}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        error={isTried && !isWellFormed ? text('webhooks.url.wrong') : ofUrl}
      />
      <TextField
        name="webhook-label"
        label={text('webhooks.label')}
        hint={text('webhooks.label.hint')}
        autoComplete="off"
        maxLength={LIMITS.webhookLabelLengthMax}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <p>{text(spaceId === null ? 'webhooks.tells.ids' : 'webhooks.tells.names')}</p>
      {webhookGroups(spaceId === null).map((group) => (
        <EventChoice key={group} group={group} chosen={events} onChange={setEvents} />
      ))}
      {isTried && events.length === 0 && (
        <p role="alert" className={styles['error']}>
          {text('webhooks.events.missing')}
        </p>
      )}
      <DialogActions>
        <Button isOff={isPending} onClick={onClose}>
          {text('webhooks.cancel')}
        </Button>
        <Button type="submit" tone="primary" isBusy={isPending}>
          {text(webhook === undefined ? 'webhooks.add' : 'webhooks.save')}
        </Button>
      </DialogActions>
    </Form>
  );
}
