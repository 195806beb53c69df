import * as z from 'zod/mini';
import { Count, digitsUpTo, Instant, SpaceId, UserId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { typedLine } from '../text.ts';
import { isUuid } from '../uuid.ts';
import { WEBHOOK_EVENTS, WEBHOOK_FAULTS, WEBHOOK_PAUSES } from './webhook-events.ts';

export const WebhookId = z.custom<string>(isUuid);
export const DeliveryId = z.custom<string>(isUuid);

/** Checks only the URL itself. Whether the server may call it is decided for each call. */
function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  return url.hostname !== '' && url.username === '' && url.password === '' && url.hash === '';
}

const Address = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(LIMITS.webhookUrlLengthMax), z.refine(isWebhookUrl));
const Label = typedLine(0, LIMITS.webhookLabelLengthMax);
const Events = z.array(z.enum(WEBHOOK_EVENTS)).check(
  z.minLength(1),
  z.maxLength(WEBHOOK_EVENTS.length),
  z.refine((events) => new Set(events).size === events.length),
);

export const CreateWebhookRequest = z.strictObject({
  url: Address,
  label: z._default(Label, ''),
  events: Events,
});
export type CreateWebhookRequest = z.input<typeof CreateWebhookRequest>;

export const ChangeWebhookRequest = z.strictObject({
  url: z.optional(Address),
  label: z.optional(Label),
  events: z.optional(Events),
  isPaused: z.optional(z.boolean()),
});
export type ChangeWebhookRequest = z.infer<typeof ChangeWebhookRequest>;

export const WebhookDelivery = z.object({
  /** Also sent as the `webhook-id` header and the `id` of the body; the same for each attempt. */
  id: DeliveryId,
  type: z.enum([...WEBHOOK_EVENTS, 'test']),
  at: Instant,
  state: z.enum(['waiting', 'sent', 'failed']),
  tries: Count,
  /** Null if no attempt is scheduled. */
  nextAt: z.nullable(Instant),
  triedAt: z.nullable(Instant),
  durationMs: z.nullable(Count),
  /** HTTP status of the last response. Null without one. */
  status: z.nullable(Count),
  fault: z.nullable(z.enum(WEBHOOK_FAULTS)),
  /** The beginning of the last response. */
  answer: z.nullable(z.string()),
  /** The request body, byte for byte. */
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const Webhook = z.object({
  id: WebhookId,
  /** Null for a webhook of all spaces. */
  spaceId: z.nullable(SpaceId),
  url: z.string(),
  label: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The person whose rights decide which events are sent. Null if the account was deleted. */
  owner: z.nullable(z.object({ id: UserId, name: z.string() })),
  state: z.enum(['new', 'works', 'retrying', 'paused']),
  pausedBecause: z.nullable(z.enum(WEBHOOK_PAUSES)),
  /** Null before the first delivery. */
  last: z.nullable(z.pick(WebhookDelivery, { at: true, state: true, status: true, fault: true })),
  /** Pending deliveries. */
  waiting: Count,
  /** Events that were dropped because too many deliveries were pending. */
  missed: Count,
  /** Until this time, deliveries are also signed with the previous secret. */
  oldSecretUntil: z.nullable(Instant),
  createdAt: Instant,
  revision: Count,
});
export type Webhook = z.infer<typeof Webhook>;

/** Oldest first. */
export const WebhookList = z.object({ items: z.array(Webhook) });
export type WebhookList = z.infer<typeof WebhookList>;

/** The secret is shown once. */
export const WebhookSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

export const DeliveriesQuery = z.strictObject({
  /** Id of the last item of the previous page. */
  after: z.optional(DeliveryId),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.commentsPageSize),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

/** Newest first. */
export const DeliveryPage = z.object({
  items: z.array(WebhookDelivery),
  /** For `after`. Null at the end. */
  next: z.nullable(DeliveryId),
});
export type DeliveryPage = z.infer<typeof DeliveryPage>;
