import type { SignedIn } from '../api/session.ts';
import { Trash } from '../features/trash/index.ts';

interface TrashRouteProps {
  readonly session: SignedIn;
}

/** `/trash`: what was deleted, and until when it can be brought back. */
export function TrashRoute({ session }: TrashRouteProps) {
  return <Trash spaceId={session.personalSpace.id} />;
}
