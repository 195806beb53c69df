import { err, ok, SECOND_MS } from '@coffer/kit';
import type { Delivery } from './delivery.ts';
import type { SmsSettings } from './settings.ts';

const TIMEOUT_MS = 15 * SECOND_MS;

/**
 * SMS by an HTTP gateway: `POST <url>` with `Authorization: Bearer <secret>` and the JSON
 * `{"id": "…", "to": "+…", "text": "…", "from"?: "…"}`. Any 2xx is a promise to send it, anything else is tried again
 * with the same `id`, which is in `Idempotency-Key` as well. A redirect is not followed: the secret is for this address.
 */
export function createSmsDelivery(settings: SmsSettings): Delivery {
  return {
    media: ['SMS'],
    async send({ id, to, text }) {
      const from = settings.from === undefined ? {} : { from: settings.from };
      try {
        const response = await fetch(settings.url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${settings.secret}`,
            'content-type': 'application/json',
            'idempotency-key': id,
          },
          body: JSON.stringify({ id, to, text, ...from }),
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
