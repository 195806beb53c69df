import { NotificationChoicesPage } from '../../features/notification-settings/index.ts';
import { SettingsFrame } from './frame.tsx';

export function NotificationsRoute() {
  return (
    <SettingsFrame>
      <NotificationChoicesPage />
    </SettingsFrame>
  );
}
