import type { NodeView } from '@coffer/contracts';
import { LinksDialog } from './links-dialog.tsx';

interface RequestDialogProps {
  readonly node: NodeView;
  readonly onClose: () => void;
}

/** The links of a folder, file requests first. */
export function RequestDialog(props: RequestDialogProps) {
  return <LinksDialog {...props} isRequest />;
}
