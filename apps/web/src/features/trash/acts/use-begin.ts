import { isErrorCode, type JobDetails, type SpaceId } from '@coffer/contracts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { startJob } from '../../../api/jobs/bulk.ts';
import { undo } from '../../../api/jobs/undo.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useText } from '../texts.ts';
import { type Asked, requestOf } from './asked.ts';

/** Key of a single toast: the message of an older change may be outdated. */
export const CHANGE = 'change';

/** Starts a job; rejects if nothing was started. Short jobs show a message, longer ones are shown in the tray. */
export function useBegin(spaceId: SpaceId, onRoomFreed: () => void): (asked: Asked) => Promise<void> {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const tellRestored = (job: JobDetails, { to }: Asked): void => {
    const { id, name, done, total } = job;
    if (done === 0) return;
    const onUndo = async (): Promise<void> => {
      showToast({ ...(await undo(cache, id)), key: CHANGE });
    };
    const one = total === 1 ? text('trash.restoredOne', { name }) : text('trash.restored', { count: done });
    showToast({
      tone: 'success',
      key: CHANGE,
      text: to === undefined ? one : text('trash.restoredTo', { count: done, folder: to.name }),
      action:
        to === undefined
          ? { label: text('trash.undo'), onPress: () => void onUndo() }
          : { label: text('trash.showFolder'), onPress: () => navigate(`/s/${spaceId}/${to.id}`) },
    });
  };
  const tellPurged = ({ name, done, total }: JobDetails): void => {
    if (done === 0) return;
    const one = total === 1 && name !== '';
    showToast({
      tone: 'success',
      text: one ? text('trash.purged.one', { name }) : text('trash.purged', { count: done }),
    });
  };
  const tellLeft = (job: JobDetails, { act }: Asked): void => {
    // If somebody else has already deleted the item, the requested result is reached.
    const isWanted = (code: string): boolean => act !== 'restore' && code === 'node_not_found';
    const reasons = job.reasons.filter(({ code }) => !isWanted(code));
    const refused = reasons.reduce((sum, { count: each }) => sum + each, 0);
    const count = act === 'restore' ? job.failed - job.skipped : refused;
    if (count === 0) {
      if (job.state === 'failed' && job.code !== null) {
        showToast({ tone: 'danger', text: words.ofCode(isErrorCode(job.code) ? job.code : 'internal') });
      }
      return;
    }
    const [{ code } = { code: '' }, ...others] = reasons;
    const reason = others.length === 0 && isErrorCode(code) ? words.ofCode(code) : '';
    const what = text(act === 'restore' ? 'trash.restorePartly' : 'trash.purgePartly', { count });
    showToast({ tone: 'danger', text: `${what} ${reason}`.trim() });
  };
  return async (asked) => {
    const job = await startJob(requestOf(asked));
    if (job.state !== 'running') {
      if (asked.act === 'restore') tellRestored(job, asked);
      else tellPurged(job);
      tellLeft(job, asked);
    }
    if (asked.act !== 'restore' && job.done > 0) onRoomFreed();
    await invalidateTree(cache);
  };
}
