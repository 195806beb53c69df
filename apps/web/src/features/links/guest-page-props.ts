import type { GuestNode, NodeId } from '@coffer/contracts';
import type { ReactNode } from 'react';
import type { GuestEditing } from '../../api/links/guest-saving.ts';
import type { GuestTransfers } from './request/guest-transfers.ts';

/** A file of the link, shown over the page. */
export interface GuestPreviewing {
  readonly node: GuestNode;
  /** `index` counts from 1. */
  readonly position?: { readonly index: number; readonly total: number } | undefined;
  /** The file at a distance from this one in the list. Undefined for folders and beyond the loaded items. */
  readonly at: (offset: number) => GuestNode | undefined;
  readonly renderPicture: (node: ShownFile) => ReactNode;
  /** Undefined for guests who may only view the file. */
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
  /** The open folder of the link. Undefined for the root of the link. */
  readonly folderId: NodeId | undefined;
  /** The file that is shown over the folder. */
  readonly fileId: NodeId | undefined;
  readonly hrefOf: (folderId: NodeId | undefined) => string;
  /** URL of a file that is shown over the open folder. */
  readonly viewHrefOf: (fileId: NodeId) => string;
  /** Renders the preview, another feature that is loaded when a guest first opens a file. */
  readonly renderPreview: (previewing: GuestPreviewing) => ReactNode;
  /** Whether a text is being edited. The page then stays as it is, even if the link has ended. */
  readonly isEditing: boolean;
  /** Downloads everything in the folder as one zip file. */
  readonly onDownloadAll: (folder: GuestNode) => void;
  /** Loads the transfer engine, another feature, when a guest first chooses files. */
  readonly loadTransfers: () => Promise<GuestTransfers>;
}
