import type { NodeView } from '@coffer/contracts';
import { errorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { inviteAgain, type NotInvited } from '../../api/sharing/invited.ts';
import { invalidateSharing, removeGrants, restoreGrants } from '../../api/sharing/sharing.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { inTurns, type Turns } from './in-turns.ts';
import { type SharedText, useText } from './texts.ts';
import type { SharedByMe } from './use-shared-pages.ts';

interface Stopped {
  readonly node: NodeView;
  readonly removed: Awaited<ReturnType<typeof removeGrants>>;
}

interface StopSharing {
  readonly isBusy: boolean;
  readonly stop: (items: readonly SharedByMe[]) => Promise<void>;
}

/** Removes the access of everyone with whom the person shared the items, with undo. */
export function useStopSharing(): StopSharing {
  const text = useText();
  const cache = useQueryCache();
  const removing = useMutation(async (items: readonly SharedByMe[]) => {
    const turns = await inTurns(items, async ({ node }) => ({ node, removed: await removeGrants(node.id) }));
    await invalidateSharing(cache);
    return turns;
  });
  const restoring = useMutation(async (items: readonly Stopped[]) => {
    const turns = await inTurns(items, async ({ node, removed }) => {
      const refused = await restoreGrants(node.id, removed.items);
      return { refused, lost: await inviteAgain(node.id, removed.invited) };
    });
    await invalidateSharing(cache);
    return turns;
  });
  const undo = async (items: readonly Stopped[]): Promise<void> => {
    const { data: turns } = await restoring.run(items);
    if (turns === undefined) return;
    showFailures(text, turns);
    showNotInvited(
      text,
      turns.done.flatMap(({ lost }) => lost),
    );
    const left = turns.done.flatMap(({ refused }) => refused);
    const changed = left.filter(({ code }) => code === 'grant_differs').length;
    if (changed > 0) showToast({ tone: 'danger', text: text('shared.changedMeanwhile', { count: changed }) });
    const others = left.length - changed;
    if (others > 0) showToast({ tone: 'danger', text: text('shared.notRestored', { count: others }) });
    const count = turns.done.filter(({ refused, lost }) => refused.length + lost.length === 0).length;
    if (count === 0) return;
    showToast({ tone: 'success', key: 'grants', text: text('shared.restoredMany', { count }) });
  };
  const stop = async (items: readonly SharedByMe[]): Promise<void> => {
    if (removing.isPending) return;
    const { data: turns } = await removing.run(items);
    if (turns === undefined) return;
    showFailures(text, turns);
    const { done } = turns;
    if (done.length === 0) return;
    showToast({
      tone: 'success',
      key: 'grants',
      text: wordsOf(text, items, done.length),
      // Nothing to undo if somebody else had removed the access already.
      ...(done.some(({ removed }) => removed.items.length + removed.invited.length > 0) && {
        action: { label: text('shared.undo'), onPress: () => void undo(done) },
      }),
    });
  };
  return { isBusy: removing.isPending, stop };
}

function wordsOf(text: SharedText, items: readonly SharedByMe[], count: number): string {
  const [item, ...others] = items;
  if (item === undefined || others.length > 0) return text('shared.removedMany', { count });
  const [holder] = item.sharedWith;
  return item.total === 1 && holder !== undefined
    ? text('shared.removed', { name: holder.name })
    : text('shared.stopped', { name: item.node.name });
}

function showFailures(text: SharedText, { done, failures }: Turns<unknown>): void {
  if (failures.length === 0) return;
  const isOne = done.length + failures.length === 1;
  const own = isOne ? errorTexts().ofFailure(failures[0]) : undefined;
  showToast({ tone: 'danger', text: own ?? text('shared.notChanged', { count: failures.length }) });
}

function showNotInvited(text: SharedText, lost: readonly NotInvited[]): void {
  if (lost.length === 0) return;
  const names = lost.map(({ email }) => email).join(', ');
  showToast({ tone: 'danger', text: text('shared.notInvited', { names, count: lost.length }) });
}
