export { ar } from '../hosted/pages/messages/ar.ts';
export { en } from '../hosted/pages/messages/en.ts';
export { messagesFor } from '../hosted/pages/page-messages.ts';
