import type { SignedIn } from '../../api/session/session.ts';
import { addressOf, parseAddress, People } from '../../features/people/index.ts';
import { QuotaDialog } from '../../features/storage/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';

interface PeopleRouteProps {
  readonly session: SignedIn;
  readonly onChange: () => Promise<void>;
}

export function PeopleRoute({ session, onChange }: PeopleRouteProps) {
  const address = parseAddress(useSearch());
  return (
    <People
      person={session.person}
      renderQuota={(asked) => <QuotaDialog {...asked} />}
      address={address}
      onChange={(changed) => navigate(addressOf(changed), { isReplacing: true })}
      onOwnRole={onChange}
    />
  );
}
