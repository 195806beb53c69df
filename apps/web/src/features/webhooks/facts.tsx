import { type Webhook, WEBHOOK_EVENTS_OF, webhookGroups } from '@coffer/contracts';
import { useFormats } from '../../lib/language/format.ts';
import { useTimeFormats } from '../../lib/language/time-format.ts';
import { outcomeOf } from './delivery-words.ts';
import { useText } from './texts.ts';
import styles from './webhooks.module.css';

export function Facts({ webhook, now }: { readonly webhook: Webhook; readonly now: Date }) {
  const text = useText();
  const { dateTime, number } = useFormats();
  const { relative } = useTimeFormats();
  const { events, last, waiting, missed, owner, oldSecretUntil } = webhook;
  const groups = webhookGroups(webhook.spaceId === null).flatMap((group) => {
    const all = WEBHOOK_EVENTS_OF[group];
    const chosen = all.filter((event) => events.includes(event)).length;
    if (chosen === 0) return [];
    const of = text(`webhooks.group.${group}`);
    return [
      chosen === all.length
        ? text('webhooks.group.all', { group: of })
        : text('webhooks.group.some', { group: of, chosen: number(chosen), total: number(all.length) }),
    ];
  });
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{text('webhooks.events')}</dt>
        <dd>{groups.join(' · ')}</dd>
      </div>
      <div>
        <dt>{text('webhooks.last')}</dt>
        <dd>
          {last === null ? (
            text('webhooks.last.none')
          ) : (
            <>
              <time dateTime={last.at} title={dateTime(last.at)}>
                {relative(last.at, now)}
              </time>
              {' · '}
              {last.state === 'waiting' && last.status === null && last.fault === null
                ? text('webhooks.noTry')
                : outcomeOf(text, last)}
            </>
          )}
        </dd>
      </div>
      {waiting > 0 && (
        <div>
          <dt>{text('webhooks.waiting')}</dt>
          <dd>{text('webhooks.waiting.count', { count: waiting })}</dd>
        </div>
      )}
      {missed > 0 && (
        <div>
          <dt>{text('webhooks.missed')}</dt>
          <dd>{text('webhooks.missed.count', { count: missed })}</dd>
        </div>
      )}
      <div>
        <dt>{text('webhooks.owner')}</dt>
        <dd>
          <bdi>{owner?.name ?? text('webhooks.owner.none')}</bdi>
        </dd>
      </div>
      {oldSecretUntil !== null && (
        <div>
          <dt>{text('webhooks.oldSecret')}</dt>
          <dd>{text('webhooks.oldSecret.until', { date: dateTime(oldSecretUntil) })}</dd>
        </div>
      )}
    </dl>
  );
}
