import type { Message } from '../lib/language/message.ts';

const catalogs = import.meta.glob<Record<string, Message>>('../**/messages/ar.json', {
  eager: true,
  import: 'default',
});

export const messages: Record<string, Message> = Object.assign({}, ...Object.values(catalogs));
