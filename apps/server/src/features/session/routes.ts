import { ok } from '@coffer/kit';
import { openRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { getSession } from './get-session.ts';

export function sessionRoutes(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'issuers'>,
): readonly Route[] {
  return [
    openRoute('getSession', async ({ actor }) => ok(await getSession(services, actor))),
    openRoute('getSessionStatus', async ({ actor }) => ok({ personId: actor?.person.id ?? null })),
  ];
}
