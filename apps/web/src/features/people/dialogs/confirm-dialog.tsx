import {
  changeSystemRole,
  disablePerson,
  refreshPeople,
  removePersonPicture,
  resetPersonFactors,
  signPersonOut,
  withdrawInvitation,
} from '../../../api/administration/people.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { nameOf } from '../listed-person.ts';
import { type PeopleText, useText } from '../texts.ts';
import { useRefusals } from '../use-refusals.ts';
import type { Confirmed } from './open-dialog.ts';

interface ConfirmDialogProps {
  readonly open: Confirmed;
  readonly onOwnRole: () => Promise<void>;
  readonly onClose: () => void;
  /** Closes the dialog when the row is gone, and with it the button that had the focus. */
  readonly onRowGone: () => void;
}

export function ConfirmDialog({ open, onOwnRole, onClose, onRowGone }: ConfirmDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const words = useRefusals();
  const name = nameOf(open.item);
  const acting = useMutation(async () => {
    const said = await act(open, text);
    if (open.kind === 'ownRole') await onOwnRole();
    else await refreshPeople(cache);
    return said;
  });
  const handleConfirm = async (): Promise<void> => {
    const { data, failure } = await acting.run();
    if (failure !== undefined) return;
    if (open.kind === 'withdraw') onRowGone();
    else onClose();
    if (data !== undefined) showToast(data);
  };
  return (
    <AlertDialog
      isOpen
      title={text(`people.confirm.${open.kind}`, { name })}
      confirmLabel={text(`people.confirm.${open.kind}.yes`)}
      cancelLabel={text('people.cancel')}
      isBusy={acting.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      <p>{text(`people.confirm.${open.kind}.text`, { name })}</p>
      <Refusal words={words.ofFailure(acting.failure)} />
    </AlertDialog>
  );
}

async function act(open: Confirmed, text: PeopleText): Promise<Parameters<typeof showToast>[0]> {
  const name = nameOf(open.item);
  const key = 'people';
  switch (open.kind) {
    case 'withdraw':
      await withdrawInvitation(open.item.email);
      return { tone: 'success', key, text: text('people.done.withdrawn', { name }) };
    case 'signOut':
      await signPersonOut(open.item.id);
      return { tone: 'success', key, text: text('people.done.signedOut', { name }) };
    case 'resetFactors':
      await resetPersonFactors(open.item.id);
      return { tone: 'success', key, text: text('people.done.factorsReset', { name }) };
    case 'removePicture':
      await removePersonPicture(open.item.id);
      return { tone: 'success', key, text: text('people.done.pictureRemoved', { name }) };
    case 'ownRole':
      await changeSystemRole(open.item, open.role);
      return { tone: 'success', key, text: text('people.done.ownRole') };
    case 'disable': {
      const { atPool } = await disablePerson(open.item.id);
      return atPool === 'done'
        ? { tone: 'success', key, text: text('people.done.disabled', { name }) }
        : { tone: 'info', key, text: text(`people.done.disabled.${atPool}`, { name }) };
    }
  }
}
