import { FollowedItems, NotificationChoicesPage } from '../../features/notification-settings/index.ts';
import { Stack } from '../../ui/page/stack.tsx';
import { SettingsFrame } from './frame.tsx';

export function NotificationsRoute() {
  return (
    <SettingsFrame>
      <Stack>
        <NotificationChoicesPage />
        <FollowedItems />
      </Stack>
    </SettingsFrame>
  );
}
