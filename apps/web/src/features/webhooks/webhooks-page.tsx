import { LIMITS } from '@coffer/contracts';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { type WebhookPlace, webhooksQuery } from '../../api/spaces/webhooks.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Answered } from '../../ui/feedback/answered.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { focusHeadingIfLost } from '../../ui/page/focus-heading.ts';
import { PageFrame } from '../../ui/page/page-frame.tsx';
import { useText, type WebhooksText } from './texts.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import styles from './webhooks.module.css';

const REFRESH_MS = 5_000;

interface WebhooksPageProps {
  readonly spaceId: WebhookPlace;
  /** Name of the space: empty for a personal space, and undefined for all spaces. */
  readonly name?: string;
}

export function WebhooksPage({ spaceId, name }: WebhooksPageProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const answer = useQuery(webhooksQuery(spaceId));
  const [isCreating, setCreating] = useState(false);
  useEvery(REFRESH_MS, answer.refetch);
  const close = (): void => {
    setCreating(false);
    // After the first webhook, the button of the empty page is gone.
    focusHeadingIfLost();
  };
  const items = answer.data?.items ?? [];
  const isFull = items.length >= LIMITS.webhooksPerSpaceMax;
  const add = (
    <Button tone="primary" icon={Plus} onClick={() => setCreating(true)}>
      {text('webhooks.add')}
    </Button>
  );
  return (
    <PageFrame
      title={text('webhooks.title')}
      intro={introOf(text, name)}
      action={items.length === 0 || isFull ? undefined : add}
    >
      <Answered
        answer={answer}
        loading={text('webhooks.loading')}
        failed={{
          title: text('webhooks.failed'),
          reason: ofFailure(answer.failure),
          retry: text('webhooks.retry'),
        }}
      >
        {() =>
          items.length === 0 ? (
            <EmptyState
              icon={WebhookIcon}
              title={text('webhooks.none')}
              text={text('webhooks.none.text')}
              action={add}
            />
          ) : (
            <>
              <ul className={styles['list']} aria-label={text('webhooks.title')}>
                {items.map((webhook) => (
                  <WebhookCard key={webhook.id} webhook={webhook} now={new Date(answer.readAt)} />
                ))}
              </ul>
              {isFull && (
                <p className={styles['muted']}>
                  {text('webhooks.full', { count: LIMITS.webhooksPerSpaceMax })}
                </p>
              )}
            </>
          )
        }
      </Answered>
      {isCreating && <WebhookDialog spaceId={spaceId} onClose={close} />}
    </PageFrame>
  );
}

function introOf(text: WebhooksText, name: string | undefined): string {
  if (name === undefined) return text('webhooks.intro.all');
  return name === '' ? text('webhooks.intro.own') : text('webhooks.intro.space', { name });
}
