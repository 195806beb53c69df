import { LIMITS, type Webhook, type WebhookDelivery } from '@coffer/contracts';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../api/calls/use-query.ts';
import { deliveriesQuery, sendDeliveryAgain } from '../../api/spaces/webhooks.ts';
import { useEvery } from '../../lib/hooks/use-every.ts';
import { useFormats } from '../../lib/language/format.ts';
import { useTimeFormats } from '../../lib/language/time-format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Answered } from '../../ui/feedback/answered.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Code } from './code.tsx';
import { outcomeOf } from './delivery-words.ts';
import { useText } from './texts.ts';
import styles from './webhooks.module.css';

const REFRESH_MS = 5_000;
const ICONS = { sent: CircleCheck, failed: CircleAlert, waiting: Clock } as const;

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly now: Date;
}

export function Deliveries({ webhook, now }: DeliveriesProps) {
  const text = useText();
  const { ofFailure } = useErrorTexts();
  const [limit, setLimit] = useState<number>(LIMITS.commentsPageSize);
  const answer = useQuery(deliveriesQuery(webhook.id, limit));
  useEvery(REFRESH_MS, answer.refetch);
  return (
    <Answered
      answer={answer}
      loading={text('webhooks.deliveries.loading')}
      failed={{
        title: text('webhooks.deliveries.failed'),
        reason: ofFailure(answer.failure),
        retry: text('webhooks.retry'),
      }}
    >
      {({ items, next }) =>
        items.length === 0 ? (
          <p className={styles['muted']}>{text('webhooks.deliveries.none')}</p>
        ) : (
          <div className={styles['deliveries']}>
            <ul className={styles['rows']} aria-label={text('webhooks.deliveries.list')}>
              {items.map((delivery) => (
                <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} now={now} />
              ))}
            </ul>
            {next !== null && limit < LIMITS.pageSizeMax && (
              <Button onClick={() => setLimit(Math.min(limit + LIMITS.commentsPageSize, LIMITS.pageSizeMax))}>
                {text('webhooks.deliveries.more')}
              </Button>
            )}
          </div>
        )
      }
    </Answered>
  );
}

interface DeliveryRowProps extends DeliveriesProps {
  readonly delivery: WebhookDelivery;
}

function DeliveryRow({ webhook, delivery, now }: DeliveryRowProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const { relative } = useTimeFormats();
  const { state, type, at, nextAt, tries } = delivery;
  return (
    <li>
      <details className={styles['delivery']}>
        <summary>
          <span className={styles['mark']} data-state={state}>
            <Icon of={ICONS[state]} size={18} />
            <span className="visually-hidden">{text(`webhooks.delivery.${state}`)}</span>
          </span>
          <span className={styles['what']}>{text(`webhooks.event.${type}`)}</span>
          <span className={styles['muted']}>
            {tries === 0 && delivery.triedAt === null ? text('webhooks.noTry') : outcomeOf(text, delivery)}
          </span>
          <time className={styles['muted']} dateTime={at} title={dateTime(at)}>
            {relative(at, now)}
          </time>
        </summary>
        <div className={styles['detail']}>
          <p className={styles['muted']}>
            {text('webhooks.tries', { count: tries })}
            {nextAt !== null && (
              <>
                {' · '}
                {text('webhooks.nextTry', { time: relative(laterOf(nextAt, now), now) })}
              </>
            )}
          </p>
          <Code label={text('webhooks.body')} code={delivery.body} />
          {delivery.answer !== null && delivery.answer !== '' && (
            <Code label={text('webhooks.answer')} code={delivery.answer} />
          )}
          {type !== 'test' && <Again webhook={webhook} delivery={delivery} />}
        </div>
      </details>
    </li>
  );
}

function laterOf(instant: string, now: Date): Date {
  return new Date(Math.max(Date.parse(instant), now.getTime()));
}

function Again({ webhook, delivery }: Omit<DeliveryRowProps, 'now'>) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const again = useMutation(() => sendDeliveryAgain(cache, webhook, delivery));
  const handleClick = async (): Promise<void> => {
    const { failure } = await again.run();
    if (failure === undefined) showToast({ tone: 'success', text: text('webhooks.again.done') });
  };
  return (
    <>
      <Refusal words={ofFailure(again.failure)} />
      <div>
        <Button isBusy={again.isPending} onClick={() => void handleClick()}>
          {text(delivery.state === 'waiting' ? 'webhooks.tryNow' : 'webhooks.again')}
        </Button>
      </div>
    </>
  );
}
