import type { WebhookFault } from '@coffer/contracts';
import { tryOpen } from '../../../platform/secrets/cipher.ts';
import { secretPurpose, type WebhookRow } from '../model.ts';
import type { WebhookNeeds } from '../needs.ts';
import { signedHeaders } from './signature.ts';

export interface TryResult {
  readonly isTaken: boolean;
  readonly status: number | null;
  readonly fault: WebhookFault | null;
  readonly answer: string | null;
  readonly durationMs: number;
  /** The `Retry-After` header of the receiver. */
  readonly retryAfter: string | undefined;
}

type Sent = Pick<WebhookRow, 'id' | 'url' | 'secret_sealed' | 'old_secret_sealed' | 'old_secret_until'>;

export async function tryDelivery(
  { cipher, clock, guardedPost }: Pick<WebhookNeeds, 'cipher' | 'clock' | 'guardedPost'>,
  webhook: Sent,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<TryResult> {
  const startMs = performance.now();
  const ended = (result: Partial<TryResult>): TryResult => ({
    isTaken: false,
    status: null,
    fault: null,
    answer: null,
    retryAfter: undefined,
    ...result,
    durationMs: Math.round(performance.now() - startMs),
  });
  const at = clock.now();
  const { old_secret_sealed: old, old_secret_until: until } = webhook;
  const sealed = [webhook.secret_sealed, ...(old !== null && until !== null && until > at ? [old] : [])];
  const secrets = sealed.flatMap((each) => tryOpen(cipher, each, secretPurpose(webhook.id)) ?? []);
  if (secrets.length === 0) return ended({ fault: 'secret_lost' });
  const sent = await guardedPost.post(webhook.url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Coffer-Webhooks',
      ...signedHeaders({ id, body, at }, secrets),
    },
    body,
  });
  if (!sent.ok) return ended({ fault: sent.error });
  const { status, text: answer, retryAfter } = sent.value;
  if (status >= 200 && status < 300) return ended({ isTaken: true, status, answer });
  const fault = status >= 300 && status < 400 ? 'redirected' : 'refused';
  return ended({ status, fault, answer, retryAfter });
}
