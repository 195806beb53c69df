import type { SignedIn } from '../api/session.ts';
import { Security } from '../features/security/index.ts';
import { SettingsFrame } from './settings-frame.tsx';

interface SecurityRouteProps {
  readonly session: SignedIn;
}

/** `/settings/security` */
export function SecurityRoute({ session }: SecurityRouteProps) {
  return (
    <SettingsFrame>
      <Security person={session.person} />
    </SettingsFrame>
  );
}
