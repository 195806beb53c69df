import type { SignedIn } from '../api/session.ts';
import { Storage } from '../features/storage/index.ts';

/** `/admin/storage`: for administrators, and for auditors to read. */
export function StorageRoute({ session }: { readonly session: SignedIn }) {
  return <Storage person={session.person} />;
}
