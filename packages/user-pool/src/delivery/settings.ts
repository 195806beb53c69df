import { z } from 'zod';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

export const smtpSettingsSchema = z
  .strictObject({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).default(587),
    /**
     * `starttls` demands the upgrade and gives up without it; `tls` speaks TLS from the first byte (port 465); `none` is
     * for a server on this machine.
     */
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    /** Send codes in clear text over a network. */
    allowInsecureSmtp: z.boolean().default(false),
    user: z.string().min(1).max(320).optional(),
    password: z.string().max(1024).optional(),
    /** PEM of the authority that has signed the server's certificate, where it is a private one. */
    certificateAuthority: z.string().min(1).max(100_000).optional(),
  })
  .refine(
    ({ security, host, allowInsecureSmtp }) =>
      security !== 'none' || allowInsecureSmtp || LOOPBACK_HOSTS.has(host.toLowerCase()),
    { path: ['security'], message: 'none is for a server on this machine' },
  )
  .refine(({ user, password }) => (user === undefined) === (password === undefined), {
    path: ['password'],
    message: 'user and password go together',
  });
export type SmtpSettings = z.output<typeof smtpSettingsSchema>;

export const smsSettingsSchema = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2048),
    /** Sent as `Authorization: Bearer`. */
    secret: z.string().regex(/^[\x21-\x7e]{16,1024}$/),
    /** Whom the gateway shall name as the sender. */
    from: z.string().min(1).max(20).optional(),
  })
  .refine(
    ({ url }) => {
      const { protocol, hostname } = new URL(url);
      return protocol === 'https:' || LOOPBACK_HOSTS.has(hostname);
    },
    { path: ['url'], message: 'http is for a gateway on this machine' },
  );
export type SmsSettings = z.output<typeof smsSettingsSchema>;

const senderSchema = z.strictObject({
  address: z.email().max(254),
  name: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u)
    .optional(),
});
export type MailSender = z.output<typeof senderSchema>;

/** How messages leave. What is left out stays in the outbox. */
export const deliverySettingsSchema = z
  .strictObject({
    smtp: smtpSettingsSchema.optional(),
    sms: smsSettingsSchema.optional(),
    /** Of e-mails. */
    from: senderSchema.optional(),
  })
  .refine(({ smtp, from }) => smtp === undefined || from !== undefined, {
    path: ['from'],
    message: 'mail needs a sender',
  });
export type DeliverySettings = z.output<typeof deliverySettingsSchema>;
export type DeliverySettingsInput = z.input<typeof deliverySettingsSchema>;
