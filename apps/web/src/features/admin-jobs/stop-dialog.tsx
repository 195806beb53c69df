import type { AdminJob } from '@coffer/contracts';
import { cancelAdminJob } from '../../api/administration/admin-jobs.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { isOfStorage } from './job-words.ts';
import { useText } from './texts.ts';

interface StopDialogProps {
  readonly job: AdminJob;
  readonly onStopped: () => void;
  readonly onClose: () => void;
}

/** Confirms stopping a job, because a stopped job cannot be continued. */
export function StopDialog({ job, onStopped, onClose }: StopDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const errors = useErrorTexts();
  const stop = useMutation(async () => await cancelAdminJob(cache, job.id));
  const handleConfirm = async (): Promise<void> => {
    const { failure } = await stop.run();
    if (failure !== undefined) return;
    onClose();
    onStopped();
    showToast({ tone: 'success', text: text('adminJobs.stopped') });
  };
  const { personName } = job;
  const name = personName ?? text('adminJobs.removed');
  return (
    <AlertDialog
      isOpen
      title={text('adminJobs.stop.title', { name })}
      confirmLabel={text('adminJobs.stop.yes')}
      cancelLabel={text('adminJobs.cancel')}
      isBusy={stop.isPending}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      <p>{text(isOfStorage(job) ? 'adminJobs.stop.storage' : 'adminJobs.stop.text', { name })}</p>
      <Refusal words={errors.ofFailure(stop.failure)} />
    </AlertDialog>
  );
}
