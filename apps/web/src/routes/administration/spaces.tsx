import type { SignedIn } from '../../api/session/session.ts';
import { addressOf, AdminSpaces, parseAddress } from '../../features/admin-spaces/index.ts';
import { QuotaDialog } from '../../features/storage/index.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { useSearch } from '../../lib/hooks/use-location.ts';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const RetentionDialog = lazy(async () => ({
  default: (await import('../../features/retention/index.ts')).RetentionDialog,
}));

/** Route `/admin/spaces`. */
export function AdminSpacesRoute({ session: { person } }: { readonly session: SignedIn }) {
  return (
    <AdminSpaces
      person={person}
      address={parseAddress(useSearch())}
      onChange={(changed) => navigate(addressOf(changed), { isReplacing: true })}
      renderQuota={(asked) => <QuotaDialog {...asked} />}
      renderRetention={(asked) => (
        <Suspense fallback={null}>
          <RetentionDialog {...asked} side="administrator" />
        </Suspense>
      )}
    />
  );
}
