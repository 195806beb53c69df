import type { NodeId, NodeView } from '@coffer/contracts';

/** A file as it was, which is looked at. */
export interface PastViewing {
  readonly node: NodeView;
  /** By its distance among the files of the page. */
  readonly at: (offset: number) => NodeView | undefined;
  readonly onShow: (nodeId: NodeId) => void;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}
