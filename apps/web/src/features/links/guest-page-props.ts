import type { GuestNode, NodeId } from '@coffer/contracts';
import type { GuestTransfers } from './request/guest-transfers.ts';

export interface GuestPageProps {
  readonly token: string;
  /** The open folder of the link. Undefined for its top. */
  readonly folderId: NodeId | undefined;
  readonly hrefOf: (folderId: NodeId | undefined) => string;
  /** Everything in a folder, as one zip file. */
  readonly onDownloadAll: (folder: GuestNode) => void;
  /** Another feature, fetched when a guest first chooses files. */
  readonly loadTransfers: () => Promise<GuestTransfers>;
}
