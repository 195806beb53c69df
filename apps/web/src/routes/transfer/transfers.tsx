import type { SignedIn } from '../../api/session/session.ts';
import { loadTransferPages } from '../../features/transfer/index.ts';
import { lazy } from '../../ui/loading/lazy.tsx';
import { placeOtherTrays } from './other-trays.tsx';
import styles from './transfer-corner.module.css';
import { useUploadedAddress } from './uploaded-address.ts';

const TransfersPage = lazy(async () => ({ default: (await loadTransferPages()).TransfersPage }));

export function TransfersRoute({ session }: { readonly session: SignedIn }) {
  const { person, personalSpace } = session;
  const hrefOf = useUploadedAddress(personalSpace.id);
  return (
    <TransfersPage
      personId={person.id}
      hrefOf={hrefOf}
      others={<div ref={placeOtherTrays} className={styles['inPage']} />}
    />
  );
}
