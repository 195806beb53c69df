import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { ManageTags } from './manage-tags.tsx';
import { useText } from './texts.ts';

interface ManageTagsDialogProps {
  readonly onRenamed: (before: string, after: string) => void;
  readonly onClose: () => void;
}

/** Manages all tags that the person may see. */
export function ManageTagsDialog({ onRenamed, onClose }: ManageTagsDialogProps) {
  const text = useText();
  return (
    <Dialog
      isOpen
      size="small"
      title={text('tags.manage')}
      closeLabel={text('tags.close')}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {text('tags.done')}
        </Button>
      }
    >
      <ManageTags spaceId={undefined} onRenamed={onRenamed} />
    </Dialog>
  );
}
