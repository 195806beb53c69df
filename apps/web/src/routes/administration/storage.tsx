import type { SignedIn } from '../../api/session/session.ts';
import { Storage } from '../../features/storage/index.ts';

export function StorageRoute({ session }: { readonly session: SignedIn }) {
  return <Storage person={session.person} />;
}
