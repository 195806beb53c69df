import { nodeNameIssue } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { NameDialog as Naming } from '../../../ui/overlays/name-dialog.tsx';
import { useText } from './texts.ts';

interface NameDialogProps {
  readonly title: string;
  /** Current name of the item to rename. Undefined for a new item. */
  readonly name?: string;
  readonly isFile?: boolean;
  readonly saveLabel: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a new item, or for the new name of an item. */
export function NameDialog({ onSave, ...dialog }: NameDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const saving = useMutation(onSave);
  const save = async (typed: string): Promise<string | undefined> => {
    const name = typed.trim();
    const issue = nodeNameIssue(name);
    if (issue !== undefined) return words.ofIssue(issue);
    const { failure } = await saving.run(name);
    if (failure === undefined) {
      dialog.onClose();
      return undefined;
    }
    const error = apiErrorOf(failure.cause);
    return words.ofField(error, 'name') ?? words.ofError(error);
  };
  return (
    <Naming
      {...dialog}
      label={text('guestEdit.name')}
      cancelLabel={text('guestEdit.cancel')}
      closeLabel={text('guestEdit.close')}
      onSave={save}
    />
  );
}
