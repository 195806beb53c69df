import { archiveAdminSpace, refreshAdminSpaces, restoreAdminSpace } from '../../api/administration/spaces.ts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import type { ListedSpace, OpenDialog } from './listed-space.ts';
import type { SpaceAction } from './space-menu.ts';
import { useText } from './texts.ts';

type Change = 'archive' | 'restore';

const CALLS = { archive: archiveAdminSpace, restore: restoreAdminSpace } as const;
const REVERSE = { archive: 'restore', restore: 'archive' } as const satisfies Record<Change, Change>;

/** Runs actions on a space. Archiving and restoring need no confirmation, because they can be undone. */
export function useSpaceActions(
  onOpen: (open: OpenDialog) => void,
): (action: SpaceAction, space: ListedSpace) => void {
  const text = useText();
  const cache = useQueryCache();
  const change = async (kind: Change, space: ListedSpace): Promise<void> => {
    const [outcome] = await Promise.allSettled([CALLS[kind](space.id)]);
    await refreshAdminSpaces(cache);
    if (outcome.status === 'rejected') {
      const words = errorTexts().ofFailure({ cause: outcome.reason });
      if (words !== undefined) showToast({ tone: 'danger', key: 'admin-spaces', text: words });
      return;
    }
    showToast({
      tone: 'success',
      key: 'admin-spaces',
      text: text(`adminSpaces.done.${kind}`, { name: space.name }),
      action: { label: text('adminSpaces.undo'), onPress: () => void change(REVERSE[kind], space) },
    });
  };
  return (action, space) => {
    switch (action) {
      case 'open':
        navigate(`/s/${space.id}`);
        return;
      case 'quota':
        onOpen({ kind: 'quota', space });
        return;
      case 'retention':
        onOpen({ kind: 'retention', space });
        return;
      case 'give':
      case 'giveFiles':
        onOpen({ kind: 'give', space });
        return;
      case 'hold':
      case 'changeHold':
        onOpen({ kind: 'hold', space });
        return;
      case 'endHold':
        onOpen({ kind: 'endHold', space });
        return;
      case 'archive':
      case 'restore':
        void change(action, space);
        return;
    }
  };
}
