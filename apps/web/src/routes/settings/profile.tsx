import type { ApiError } from '../../api/calls/error.ts';
import type { SignedIn } from '../../api/session/session.ts';
import { ExportSection } from '../../features/download/index.ts';
import { Profile } from '../../features/profile/index.ts';
import { tellTabs } from '../../lib/broadcast.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';
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
        export={
          <Suspense fallback={null}>
            <ExportSection person={session.person} spaceId={session.personalSpace.id} />
          </Suspense>
        }
      />
    </SettingsFrame>
  );
}
