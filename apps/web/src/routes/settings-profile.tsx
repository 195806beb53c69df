import type { ApiError } from '../api/error.ts';
import type { SignedIn } from '../api/session.ts';
import { Profile } from '../features/profile/index.ts';
import { tellTabs } from '../lib/broadcast.ts';
import { SettingsFrame } from './settings-frame.tsx';

interface ProfileRouteProps {
  readonly session: SignedIn;
  readonly onLeave: () => Promise<ApiError | undefined>;
  readonly onChange: () => Promise<void>;
}

/** `/settings/profile` */
export function ProfileRoute({ session, onLeave, onChange }: ProfileRouteProps) {
  const handleChange = async (): Promise<void> => {
    // The other tabs show the name too.
    tellTabs('signed_in');
    await onChange();
  };
  const handleGone = async (): Promise<void> => {
    await onLeave();
  };
  return (
    <SettingsFrame confirming={{ person: session.person, onOther: onChange }}>
      <Profile person={session.person} onChange={handleChange} onGone={handleGone} />
    </SettingsFrame>
  );
}
