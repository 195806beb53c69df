import type { SignedIn } from '../../api/session/session.ts';
import { Drive } from '../../features/drive/index.ts';
import { Tokens } from '../../features/tokens/index.ts';
import { SettingsFrame } from './frame.tsx';

interface TokensRouteProps {
  readonly session: SignedIn;
  readonly onChange: () => Promise<void>;
}

export function TokensRoute({ session, onChange }: TokensRouteProps) {
  return (
    <SettingsFrame confirming={{ person: session.person, onOther: onChange }}>
      <Tokens person={session.person} />
      <Drive person={session.person} />
    </SettingsFrame>
  );
}
