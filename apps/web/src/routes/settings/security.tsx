import type { SignedIn } from '../../api/session/session.ts';
import { Security } from '../../features/security/index.ts';
import { SettingsFrame } from './frame.tsx';

interface SecurityRouteProps {
  readonly session: SignedIn;
  readonly onChange: () => Promise<void>;
}

export function SecurityRoute({ session, onChange }: SecurityRouteProps) {
  return (
    <SettingsFrame confirming={{ person: session.person, onOther: onChange }}>
      <Security
        person={session.person}
        hasPasskeys={session.signIn.passkey}
        providers={session.signIn.issuers}
      />
    </SettingsFrame>
  );
}
