import type { Person } from '@coffer/contracts';
import { LogOut, Settings } from 'lucide-react';
import { navigate } from '../../lib/address/navigation.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { MenuButton } from '../../ui/overlays/index.ts';
import { useText } from './texts.ts';

interface AccountMenuProps {
  readonly person: Person;
  readonly onSignOut: () => Promise<void>;
}

export function AccountMenu({ person, onSignOut }: AccountMenuProps) {
  const text = useText();
  const handleAction = (id: string): void => {
    if (id === 'settings') navigate('/settings/profile');
    else void onSignOut();
  };
  return (
    <MenuButton
      face={
        <Avatar
          name={person.name === '' ? person.username : person.name}
          picture={person.picture}
          size="small"
        />
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
