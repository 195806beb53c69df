export {
  WEBHOOK_EVENTS,
  WEBHOOK_EVENTS_OF,
  type WebhookEvent,
  type WebhookEventGroup,
  type WebhookFault,
  type WebhookPause,
  webhookGroups,
} from './webhook-events.ts';
export {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeliveriesQuery,
  DeliveryPage,
  Webhook,
  WebhookDelivery,
  WebhookList,
  WebhookSecret,
} from './webhooks.ts';
