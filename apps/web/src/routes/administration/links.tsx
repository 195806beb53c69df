import type { SignedIn } from '../../api/session/session.ts';
import { addressOf, AdminLinks, parseAddress } from '../../features/link-lists/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';

/** Route `/admin/links`. */
export function AdminLinksRoute({ session: { person } }: { readonly session: SignedIn }) {
  return (
    <AdminLinks
      person={person}
      address={parseAddress(useSearch())}
      onChange={(changed) => navigate(addressOf(changed), { isReplacing: true })}
    />
  );
}
