import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { getContent, getTrashedContent } from './get-content.ts';
import { signContents } from './sign-contents.ts';

export function contentRoutes(services: Pick<Services, 'db' | 'clock' | 'blobs'>): readonly Route[] {
  return [
    personRoute('getContent', async ({ actor, params, query, reply }) => {
      const { as, ...asked } = query;
      const content = await getContent(services, actor.person, { nodeId: params.nodeId, ...asked });
      if (!content.ok) return content;
      // A cached redirect would outlive the signature.
      reply.header('cache-control', 'no-store');
      if (as === 'redirect') reply.redirect(content.value.url);
      return content;
    }),
    personRoute('getTrashedContent', async ({ actor, params, reply }) => {
      reply.header('cache-control', 'no-store');
      return await getTrashedContent(services, actor.person, params.nodeId);
    }),
    personRoute('signContents', async ({ actor, body, reply }) => {
      reply.header('cache-control', 'no-store');
      return ok(await signContents(services, actor.person, body));
    }),
  ];
}
