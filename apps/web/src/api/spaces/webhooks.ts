import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  SpaceId,
  Webhook,
  WebhookDelivery,
  WebhookSecret,
} from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

const KEY = ['webhooks'] as const;

/** Null stands for webhooks of all spaces. */
export type WebhookPlace = SpaceId | null;

export function webhooksQuery(spaceId: WebhookPlace) {
  return queryOptions({
    queryKey: [...KEY, 'list', spaceId],
    queryFn: ({ signal }) =>
      spaceId === null
        ? callOrThrow('listAdminWebhooks', { signal })
        : callOrThrow('listWebhooks', { params: { spaceId }, signal }),
  });
}

export function deliveriesQuery(webhookId: string, limit: number) {
  return queryOptions({
    queryKey: [...KEY, 'deliveries', webhookId, limit],
    queryFn: ({ signal }) =>
      callOrThrow('listDeliveries', { params: { webhookId }, query: { limit: String(limit) }, signal }),
    placeholderData: keepPreviousData,
  });
}

export async function createWebhook(
  cache: QueryCache,
  spaceId: WebhookPlace,
  body: CreateWebhookRequest,
): Promise<WebhookSecret> {
  const created =
    spaceId === null
      ? await callOrThrow('createAdminWebhook', { body })
      : await callOrThrow('createWebhook', { params: { spaceId }, body });
  await invalidate(cache, KEY);
  return created;
}

/** The list is also refetched after a refusal, because somebody else may have changed it. */
export async function changeWebhook(
  cache: QueryCache,
  { id: webhookId, revision }: Webhook,
  body: ChangeWebhookRequest,
): Promise<Webhook> {
  try {
    return await callOrThrow('changeWebhook', { params: { webhookId }, body, revision });
  } finally {
    await invalidate(cache, KEY);
  }
}

export async function deleteWebhook(cache: QueryCache, { id: webhookId }: Webhook): Promise<void> {
  await callOrThrow('deleteWebhook', { params: { webhookId } });
  await invalidate(cache, KEY);
}

export async function replaceWebhookSecret(
  cache: QueryCache,
  { id: webhookId }: Webhook,
): Promise<WebhookSecret> {
  const replaced = await callOrThrow('replaceWebhookSecret', { params: { webhookId } });
  await invalidate(cache, KEY);
  return replaced;
}

export async function testWebhook(cache: QueryCache, { id: webhookId }: Webhook): Promise<WebhookDelivery> {
  const tested = await callOrThrow('testWebhook', { params: { webhookId } });
  await invalidate(cache, KEY);
  return tested;
}

export async function sendDeliveryAgain(
  cache: QueryCache,
  { id: webhookId }: Webhook,
  { id: deliveryId }: WebhookDelivery,
): Promise<void> {
  await callOrThrow('sendDeliveryAgain', { params: { webhookId, deliveryId } });
  await invalidate(cache, KEY);
}
