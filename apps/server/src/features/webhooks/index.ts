export { sendWebhooks } from './deliveries/send-deliveries.ts';
export { createWebhookPost } from './webhook-post.ts';
export { pruneDeliveries } from './prune-deliveries.ts';
