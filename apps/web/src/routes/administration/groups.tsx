import { isGroupId } from '@coffer/contracts';
import type { SignedIn } from '../../api/session/session.ts';
import { addressOf, GroupPage, Groups, parseAddress } from '../../features/groups/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';

interface GroupsRouteProps {
  readonly session: SignedIn;
  readonly group: string | undefined;
}

export function GroupsRoute({ session: { person }, group }: GroupsRouteProps) {
  const address = parseAddress(useSearch());
  if (isGroupId(group)) return <GroupPage key={group} person={person} groupId={group} />;
  return (
    <Groups
      person={person}
      address={address}
      onChange={(changed) => navigate(addressOf(changed), { isReplacing: true })}
    />
  );
}
