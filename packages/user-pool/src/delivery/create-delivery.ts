import { err } from '@coffer/kit';
import type { Delivery } from './delivery.ts';
import type { DeliverySettings } from './settings.ts';
import { createSmsDelivery } from './sms-gateway.ts';
import { createSmtpDelivery } from './smtp.ts';

/** Messages of a medium without a transport stay in the outbox. */
export function createDelivery(settings: DeliverySettings): Delivery {
  const { smtp, sms, from } = settings;
  const transports = [
    ...(smtp === undefined || from === undefined ? [] : [createSmtpDelivery(smtp, from)]),
    ...(sms === undefined ? [] : [createSmsDelivery(sms)]),
  ];
  return {
    media: transports.flatMap(({ media }) => media),
    async send(message) {
      const transport = transports.find(({ media }) => media.includes(message.medium));
      return transport === undefined ? err({ code: 'undeliverable' }) : await transport.send(message);
    },
    async close() {
      for (const transport of transports) await transport.close?.();
    },
  };
}
