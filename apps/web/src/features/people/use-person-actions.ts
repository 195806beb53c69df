import {
  changeSystemRole,
  createResetLink,
  deleteAccountAgain,
  enablePerson,
  invitePeople,
  refreshPeople,
} from '../../api/administration/people.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import type { OpenDialog } from './dialogs/open-dialog.ts';
import { isInvitation, type Listed, nameOf } from './listed-person.ts';
import type { PersonAction } from './person-menu.ts';
import { useText } from './texts.ts';
import { useRefusals } from './use-refusals.ts';

interface PersonActions {
  readonly run: (action: PersonAction, item: Listed) => void;
}

/** Actions with an undo happen at once; the others are confirmed in a dialog. */
export function usePersonActions({
  selfId,
  onOpen,
}: {
  readonly selfId: string;
  readonly onOpen: (open: OpenDialog) => void;
}): PersonActions {
  const text = useText();
  const attempt = useAttempt();
  const renew = useRenewal(onOpen);
  const run = (action: PersonAction, item: Listed): void => {
    const name = nameOf(item);
    if (isInvitation(item)) {
      if (action === 'renew') void attempt(() => renew(item));
      else onOpen({ kind: 'withdraw', item });
      return;
    }
    switch (action) {
      case 'resetLink':
        void attempt(async () => {
          const link = await createResetLink(item.id);
          onOpen({ kind: 'link', purpose: 'password', name, link });
          return undefined;
        });
        return;
      case 'enable':
        void attempt(async () => {
          await enablePerson(item.id);
          return text('people.done.enabled', { name });
        });
        return;
      case 'deleteAgain':
        void attempt(async () => {
          const atPool = await deleteAccountAgain(item);
          return text(`people.deletedAgain.${atPool}`, { name });
        });
        return;
      case 'member':
      case 'auditor':
      case 'administrator':
        if (item.id === selfId) onOpen({ kind: 'ownRole', item, role: action });
        else {
          void attempt(async () => {
            await changeSystemRole(item, action);
            return text(`people.done.${action}`, { name });
          });
        }
        return;
      case 'quota':
        if (item.spaceId !== null) onOpen({ kind: action, item: { ...item, spaceId: item.spaceId } });
        return;
      case 'handOver':
      case 'remove':
      case 'disable':
      case 'signOut':
      case 'tokens':
      case 'resetFactors':
      case 'removePicture':
        onOpen({ kind: action, item });
        return;
      case 'renew':
      case 'withdraw':
        return;
    }
  };
  return { run };
}

function useRenewal(onOpen: (open: OpenDialog) => void): (item: Listed) => Promise<undefined> {
  const cache = useQueryCache();
  const words = useRefusals();
  return async (item) => {
    const [invited] = await invitePeople(cache, [{ email: item.email, name: item.name }], {
      role: item.role,
    });
    if (invited?.ok === true) {
      const purpose = invited.isMailed ? 'mailed' : 'invitation';
      onOpen({ kind: 'link', purpose, name: nameOf(item), link: invited.link });
    } else showToast({ tone: 'danger', key: 'people', text: words.ofCode(invited?.code ?? '') });
    return undefined;
  };
}

/** Shows the message that `work` resolves to, or why it failed. */
function useAttempt(): (work: () => Promise<string | undefined>) => Promise<void> {
  const cache = useQueryCache();
  const words = useRefusals();
  return async (work) => {
    const [outcome] = await Promise.allSettled([work()]);
    await refreshPeople(cache);
    const [tone, said] =
      outcome.status === 'fulfilled'
        ? (['success', outcome.value] as const)
        : (['danger', words.ofFailure({ cause: outcome.reason })] as const);
    if (said !== undefined) showToast({ tone, key: 'people', text: said });
  };
}
