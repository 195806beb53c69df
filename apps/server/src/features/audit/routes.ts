import { personRoute, type Route, streamRoute } from '../../route.ts';
import type { Services } from '../../services.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const MEDIA_TYPES = { jsonl: 'application/jsonl', csv: 'text/csv; charset=utf-8; header=present' } as const;

export function auditRoutes(services: Pick<Services, 'blobs' | 'clock' | 'db'>): readonly Route[] {
  return [
    personRoute('listAudit', async ({ actor, query }) => listAudit(services, actor.person, query)),
    personRoute('verifyAudit', async ({ actor, body }) => verifyAudit(services, actor.person, body)),
    streamRoute('exportAudit', async ({ actor, query, reply }) => {
      const exported = await exportAudit(services, actor.person, query);
      if (!exported.ok) return exported;
      const day = services.clock.now().toISOString().slice(0, 10);
      reply.header('content-type', MEDIA_TYPES[query.format]);
      reply.header('content-disposition', `attachment; filename="coffer-audit-${day}.${query.format}"`);
      return exported;
    }),
  ];
}
