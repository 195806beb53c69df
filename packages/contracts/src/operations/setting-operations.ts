import { AddedLogo, AddLogoRequest } from '../branding/branding.ts';
import { ROUTES } from '../routes/routes.ts';
import { ChangeSettingsRequest, SettingsView } from '../settings/settings.ts';

export const settingOperations = {
  getSettings: {
    ...ROUTES.getSettings,
    summary: 'The settings that administrators change',
    response: SettingsView,
  },
  changeSettings: {
    ...ROUTES.changeSettings,
    summary: 'Change some settings; null gives the default back',
    body: ChangeSettingsRequest,
    response: SettingsView,
  },
  addLogo: {
    ...ROUTES.addLogo,
    summary: 'Send a logo for the branding; a setting shows it',
    body: AddLogoRequest,
    response: AddedLogo,
  },
} as const;
