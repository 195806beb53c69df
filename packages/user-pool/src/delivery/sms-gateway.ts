import { createHmac } from 'node:crypto';
import { type Clock, err, ok, SECOND_MS, systemClock } from '@coffer/kit';
import type { Delivery } from './delivery.ts';
import { SMS_SECRET_PREFIX, type SmsSettings } from './settings.ts';

const TIMEOUT_MS = 15 * SECOND_MS;

/**
 * `POST <url>` with JSON `{"id": "…", "to": "+…", "text": "…", "from"?: "…"}`, signed according to Standard Webhooks.
 * Any 2xx means accepted; retries have the same `id`, also in `Idempotency-Key`. Redirects would forward the code.
 * @see https://www.standardwebhooks.com/
 */
export function createSmsDelivery(settings: SmsSettings, clock: Clock = systemClock): Delivery {
  const key = Buffer.from(settings.secret.slice(SMS_SECRET_PREFIX.length), 'base64');
  return {
    media: ['SMS'],
    async send({ id, to, text }) {
      const from = settings.from === undefined ? {} : { from: settings.from };
      const body = JSON.stringify({ id, to, text, ...from });
      const timestamp = String(Math.floor(clock.now().getTime() / SECOND_MS));
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      try {
        const response = await fetch(settings.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': id,
            'webhook-id': id,
            'webhook-timestamp': timestamp,
            'webhook-signature': `v1,${signature}`,
          },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await response.body?.cancel();
        return response.ok
          ? ok(undefined)
          : err({ code: 'undeliverable', reason: `HTTP ${response.status}` });
      } catch (cause) {
        if (!(cause instanceof Error)) throw cause;
        return err({ code: 'undeliverable', reason: cause.name });
      }
    },
  };
}
