import { z } from 'zod';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

export const smtpSettingsSchema = z
  .strictObject({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).default(587),
    /** `starttls` requires the upgrade, `tls` is implicit TLS (port 465), `none` is for a server on this machine. */
    security: z.enum(['starttls', 'tls', 'none']).default('starttls'),
    allowInsecureSmtp: z.boolean().default(false),
    user: z.string().min(1).max(320).optional(),
    password: z.string().max(1024).optional(),
    /** PEM of a private certificate authority. */
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

export const SMS_SECRET_PREFIX = 'whsec_';

function isSmsSecret(text: string): boolean {
  const base64 = text.slice(SMS_SECRET_PREFIX.length);
  const bytes = Buffer.from(base64, 'base64');
  const isWhole = bytes.toString('base64') === base64;
  return text.startsWith(SMS_SECRET_PREFIX) && isWhole && bytes.length >= 24 && bytes.length <= 64;
}

export const smsSettingsSchema = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2048),
    /** Signs each request and is never sent. Format: `whsec_` and 24 to 64 bytes in base64. */
    secret: z.string().refine(isSmsSecret, 'must be whsec_ and 24 to 64 bytes in base64'),
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

/** Messages of omitted media stay in the outbox. */
export const deliverySettingsSchema = z
  .strictObject({
    smtp: smtpSettingsSchema.optional(),
    sms: smsSettingsSchema.optional(),
    from: senderSchema.optional(),
  })
  .refine(({ smtp, from }) => smtp === undefined || from !== undefined, {
    path: ['from'],
    message: 'mail needs a sender',
  });
export type DeliverySettings = z.output<typeof deliverySettingsSchema>;
export type DeliverySettingsInput = z.input<typeof deliverySettingsSchema>;
