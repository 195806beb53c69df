/** Calls that return a secret take no `Idempotency-Key`, because the stored response would contain it. */
export const WEBHOOK_ROUTES = {
  listWebhooks: { method: 'GET', path: '/spaces/{spaceId}/webhooks', access: 'person', status: 200 },
  createWebhook: { method: 'POST', path: '/spaces/{spaceId}/webhooks', access: 'person', status: 201 },
  listAdminWebhooks: { method: 'GET', path: '/admin/webhooks', access: 'person', status: 200 },
  createAdminWebhook: { method: 'POST', path: '/admin/webhooks', access: 'person', status: 201 },
  changeWebhook: {
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    access: 'person',
    status: 200,
    replaces: true,
  },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{webhookId}', access: 'person', status: 204 },
  replaceWebhookSecret: {
    method: 'POST',
    path: '/webhooks/{webhookId}/secret',
    access: 'person',
    status: 200,
  },
  testWebhook: { method: 'POST', path: '/webhooks/{webhookId}/test', access: 'person', status: 200 },
  listDeliveries: { method: 'GET', path: '/webhooks/{webhookId}/deliveries', access: 'person', status: 200 },
  sendDeliveryAgain: {
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/send',
    access: 'person',
    status: 200,
  },
} as const;
