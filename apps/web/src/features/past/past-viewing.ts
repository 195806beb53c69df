import type { NodeId, NodeView } from '@coffer/contracts';

/** An earlier version of a file that is open in the preview. */
export interface PastViewing {
  readonly node: NodeView;
  /** The file at a distance from this one, among the files of the page. */
  readonly at: (offset: number) => NodeView | undefined;
  readonly onShow: (nodeId: NodeId) => void;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}
