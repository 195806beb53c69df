import type { SignedIn } from '../../api/session/session.ts';
import { addressOf, Audit, parseAddress } from '../../features/audit/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';

export function AuditRoute({ session }: { readonly session: SignedIn }) {
  return (
    <Audit
      person={session.person}
      address={parseAddress(useSearch())}
      onChange={(changed) => navigate(addressOf(changed), { isReplacing: true })}
    />
  );
}
