import { err } from '@coffer/kit';
import type { Delivery } from './delivery.ts';
import type { DeliverySettings, MailSender, SmtpSettings } from './settings.ts';
import { createSmsDelivery } from './sms-gateway.ts';

/** Messages of a medium without a transport stay in the outbox. */
export async function createDelivery(settings: DeliverySettings): Promise<Delivery> {
  const { smtp, sms, from } = settings;
  const transports = [
    ...(smtp === undefined || from === undefined ? [] : [await smtpDelivery(smtp, from)]),
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

/** Loaded on demand, because Nodemailer takes a large part of the start-up time and most pools have no mail server. */
async function smtpDelivery(smtp: SmtpSettings, from: MailSender): Promise<Delivery> {
  const { createSmtpDelivery } = await import('./smtp.ts');
  return createSmtpDelivery(smtp, from);
}
