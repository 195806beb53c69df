import { personRoute, type Route } from '../../route.ts';
import { changeWebhook, deleteWebhook, replaceSecret } from './change-webhook.ts';
import { createWebhook, listWebhooks } from './create-webhook.ts';
import { listDeliveries, sendAgain } from './list-deliveries.ts';
import type { WebhookNeeds } from './needs.ts';
import { createTestLimit, testWebhook } from './test-webhook.ts';

export function webhookRoutes(services: WebhookNeeds): readonly Route[] {
  const tests = createTestLimit(services);
  return [
    personRoute('listWebhooks', async ({ actor, params }) => listWebhooks(services, actor, params.spaceId)),
    personRoute('createWebhook', async ({ actor, params, body }) =>
      createWebhook(services, actor, { ...params, ...body }),
    ),
    personRoute('listAdminWebhooks', async ({ actor }) => listWebhooks(services, actor, null)),
    personRoute('createAdminWebhook', async ({ actor, body }) =>
      createWebhook(services, actor, { ...body, spaceId: null }),
    ),
    personRoute('changeWebhook', async ({ actor, params, body, revision }) =>
      changeWebhook(services, actor, { ...params, change: body, revision }),
    ),
    personRoute('deleteWebhook', async ({ actor, params }) =>
      deleteWebhook(services, actor, params.webhookId),
    ),
    personRoute('replaceWebhookSecret', async ({ actor, params }) =>
      replaceSecret(services, actor, params.webhookId),
    ),
    personRoute('testWebhook', async ({ actor, params }) =>
      testWebhook({ ...services, tests }, actor, params.webhookId),
    ),
    personRoute('listDeliveries', async ({ actor, params, query }) =>
      listDeliveries(services, actor, { ...params, ...query }),
    ),
    personRoute('sendDeliveryAgain', async ({ actor, params }) => sendAgain(services, actor, params)),
  ];
}
