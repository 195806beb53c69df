import * as z from 'zod/mini';
import { SpaceId } from '../ids.ts';
import { WEBHOOK_ROUTES } from '../webhooks/webhook-routes.ts';
import {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeliveriesQuery,
  DeliveryId,
  DeliveryPage,
  Webhook,
  WebhookDelivery,
  WebhookId,
  WebhookList,
  WebhookSecret,
} from '../webhooks/webhooks.ts';

const SpaceParams = z.strictObject({ spaceId: SpaceId });
const WebhookParams = z.strictObject({ webhookId: WebhookId });

export const webhookOperations = {
  listWebhooks: {
    ...WEBHOOK_ROUTES.listWebhooks,
    summary: 'Webhooks of a space',
    params: SpaceParams,
    response: WebhookList,
  },
  createWebhook: {
    ...WEBHOOK_ROUTES.createWebhook,
    summary: 'Add a webhook that is told what happens in a space',
    params: SpaceParams,
    body: CreateWebhookRequest,
    response: WebhookSecret,
  },
  listAdminWebhooks: {
    ...WEBHOOK_ROUTES.listAdminWebhooks,
    summary: 'Webhooks of all spaces',
    response: WebhookList,
  },
  createAdminWebhook: {
    ...WEBHOOK_ROUTES.createAdminWebhook,
    summary: 'Add a webhook that is told what happens in all spaces, by ids and without names of items',
    body: CreateWebhookRequest,
    response: WebhookSecret,
  },
  changeWebhook: {
    ...WEBHOOK_ROUTES.changeWebhook,
    summary: 'Change, pause or resume a webhook',
    params: WebhookParams,
    body: ChangeWebhookRequest,
    response: Webhook,
  },
  deleteWebhook: {
    ...WEBHOOK_ROUTES.deleteWebhook,
    summary: 'Delete a webhook with its deliveries',
    params: WebhookParams,
  },
  replaceWebhookSecret: {
    ...WEBHOOK_ROUTES.replaceWebhookSecret,
    summary: 'Make a new secret; the old one signs too for a day',
    params: WebhookParams,
    response: WebhookSecret,
  },
  testWebhook: {
    ...WEBHOOK_ROUTES.testWebhook,
    summary: 'Send a test, and show what came back',
    params: WebhookParams,
    response: WebhookDelivery,
  },
  listDeliveries: {
    ...WEBHOOK_ROUTES.listDeliveries,
    summary: 'What a webhook was sent or will be sent, newest first',
    params: WebhookParams,
    query: DeliveriesQuery,
    response: DeliveryPage,
  },
  sendDeliveryAgain: {
    ...WEBHOOK_ROUTES.sendDeliveryAgain,
    summary: 'Send a delivery again, with as many tries as at first',
    params: z.strictObject({ webhookId: WebhookId, deliveryId: DeliveryId }),
    response: WebhookDelivery,
  },
} as const;
