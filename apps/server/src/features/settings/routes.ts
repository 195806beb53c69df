import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { addLogo, type LogoNeeds } from './branding/add-logo.ts';
import { changeSettings } from './change-settings.ts';
import { getSettings } from './get-settings.ts';

export function settingsRoutes(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'settings'> & LogoNeeds,
): readonly Route[] {
  return [
    personRoute('getSettings', async ({ actor }) => getSettings(services, actor.person)),
    personRoute('changeSettings', async ({ actor, body, revision }) =>
      changeSettings(services, actor.person, { change: body, revision }),
    ),
    personRoute('addLogo', async ({ actor, body }) => addLogo(services, actor.person, body)),
  ];
}
