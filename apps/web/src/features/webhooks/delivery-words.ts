import type { Webhook, WebhookDelivery } from '@coffer/contracts';
import type { WebhooksText } from './texts.ts';

/** The label of the webhook, or its host if it has none. */
export function nameOf({ label, url }: Pick<Webhook, 'label' | 'url'>): string {
  return label === '' ? new URL(url).host : label;
}

/** The outcome of the last attempt in one sentence. */
export function outcomeOf(
  text: WebhooksText,
  {
    status,
    fault,
    durationMs,
  }: Pick<WebhookDelivery, 'status' | 'fault'> & { readonly durationMs?: number | null },
): string {
  const words =
    fault !== null && status === null
      ? text(`webhooks.fault.${fault}`)
      : status === null
        ? text('webhooks.noTry')
        : text(fault === 'redirected' ? 'webhooks.redirected' : 'webhooks.status', { status });
  return durationMs == null ? words : text('webhooks.inTime', { words, ms: durationMs });
}
