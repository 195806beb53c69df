export { NoWebhooks } from './no-webhooks.tsx';
export { WebhooksPage } from './webhooks-page.tsx';
