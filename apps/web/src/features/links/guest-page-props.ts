import type { GuestNode, NodeId } from '@coffer/contracts';
import type { ReactNode } from 'react';
import type { GuestEditing } from '../../api/links/guest-saving.ts';
import type { GuestTransfers } from './request/guest-transfers.ts';

/** A file of the link, shown over the page. */
export interface GuestPreviewing {
  readonly node: GuestNode;
  /** From 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  /** By the distance in the list. Undefined for folders and beyond the loaded items. */
  readonly at: (offset: number) => GuestNode | undefined;
  readonly renderPicture: (node: ShownFile) => ReactNode;
  /** Undefined if guests may only view. */
  readonly onDownload: (() => void) | undefined;
  /** Undefined if guests may not change files. */
  readonly editing: GuestEditing | undefined;
}

export type ShownFile = Pick<
  GuestNode,
  'id' | 'isDamaged' | 'kind' | 'mediaType' | 'sizeBytes' | 'versionId'
>;

export interface GuestPageProps {
  readonly token: string;
  /** The open folder of the link. Undefined for its top. */
  readonly folderId: NodeId | undefined;
  /** The file that is shown over it. */
  readonly fileId: NodeId | undefined;
  readonly hrefOf: (folderId: NodeId | undefined) => string;
  /** Of a file over the open folder. */
  readonly viewHrefOf: (fileId: NodeId) => string;
  /** Another feature, loaded when a guest first opens a file. */
  readonly renderPreview: (previewing: GuestPreviewing) => ReactNode;
  /** A text is being edited: what is shown stays, even if the link has ended. */
  readonly isEditing: boolean;
  /** Everything in a folder, as one zip file. */
  readonly onDownloadAll: (folder: GuestNode) => void;
  /** Another feature, fetched when a guest first chooses files. */
  readonly loadTransfers: () => Promise<GuestTransfers>;
}
