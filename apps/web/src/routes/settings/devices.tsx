import type { SignedIn } from '../../api/session/session.ts';
import { Devices } from '../../features/devices/index.ts';
import { SettingsFrame } from './frame.tsx';

export function DevicesRoute({ session }: { readonly session: SignedIn }) {
  return (
    <SettingsFrame>
      <Devices issuers={session.signIn.issuers} />
    </SettingsFrame>
  );
}
