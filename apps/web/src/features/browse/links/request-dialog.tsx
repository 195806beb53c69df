import type { NodeView } from '@coffer/contracts';
import { LinksDialog } from './links-dialog.tsx';

interface RequestDialogProps {
  readonly node: NodeView;
  readonly onClose: () => void;
}

/** Lists the links of a folder, opened for file requests. */
export function RequestDialog(props: RequestDialogProps) {
  return <LinksDialog {...props} isRequest />;
}
