import { Button } from '../../../../ui/controls/button.tsx';
import { Dialog } from '../../../../ui/overlays/index.ts';
import { useText } from '../texts.ts';

interface LeaveQuestionProps {
  readonly isSaving: boolean;
  readonly onSave: () => Promise<void>;
  readonly onDiscard: () => Promise<void>;
  readonly onStay: () => void;
}

export function LeaveQuestion({ isSaving, onSave, onDiscard, onStay }: LeaveQuestionProps) {
  const text = useText();
  return (
    <Dialog
      isOpen
      size="small"
      isDismissable={false}
      title={text('editor.leave.title')}
      closeLabel={text('editor.leave.stay')}
      onClose={onStay}
      footer={
        <>
          <Button onClick={() => void onDiscard()}>{text('editor.leave.discard')}</Button>
          <Button tone="primary" isBusy={isSaving} onClick={() => void onSave()}>
            {text('editor.leave.save')}
          </Button>
        </>
      }
    >
      <p>{text('editor.leave.text')}</p>
    </Dialog>
  );
}
