import type { Person } from '@coffer/contracts';
import { LogOut, Settings } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pictureQuery } from '../../api/session/picture.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import { useText } from './texts.ts';

interface AccountMenuProps {
  readonly person: Person;
  readonly onSignOut: () => Promise<void>;
}

export function AccountMenu({ person, onSignOut }: AccountMenuProps) {
  const text = useText();
  const picture = usePicture();
  const handleAction = (id: string): void => {
    if (id === 'settings') navigate('/settings/profile');
    else void onSignOut();
  };
  return (
    <MenuButton
      face={
        <Avatar name={person.name === '' ? person.username : person.name} picture={picture} size="small" />
      }
      label={text('shell.account')}
      heading={person.name === person.email ? person.email : `${person.name}\n${person.email}`}
      entries={[
        { id: 'settings', label: text('shell.settings'), icon: Settings },
        { id: 'sign-out', label: text('shell.signOut'), icon: LogOut, startsGroup: true },
      ]}
      onAction={handleAction}
    />
  );
}

/** Loads after the requested page. */
function usePicture(): string | undefined {
  const [isEnabled, setEnabled] = useState(false);
  useEffect(() => whenIdle(() => setEnabled(true)), []);
  return useQuery(pictureQuery(), { isEnabled }).data?.picture ?? undefined;
}
