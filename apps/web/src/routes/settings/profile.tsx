import type { ApiError } from '../../api/calls/error.ts';
import type { SignedIn } from '../../api/session/session.ts';
import { Profile } from '../../features/profile/index.ts';
import { tellTabs } from '../../lib/broadcast.ts';
import { SettingsFrame } from './frame.tsx';

interface ProfileRouteProps {
  readonly session: SignedIn;
  readonly onLeave: () => Promise<ApiError | undefined>;
  readonly onChange: () => Promise<void>;
}

export function ProfileRoute({ session, onLeave, onChange }: ProfileRouteProps) {
  const handleChange = async (): Promise<void> => {
    tellTabs('signed_in');
    await onChange();
  };
  const handleGone = async (): Promise<void> => {
    await onLeave();
  };
  return (
    <SettingsFrame confirming={{ person: session.person, onOther: onChange }}>
      <Profile
        person={session.person}
        providers={session.signIn.issuers}
        hasMail={session.signIn.mail}
        onChange={handleChange}
        onGone={handleGone}
      />
    </SettingsFrame>
  );
}
