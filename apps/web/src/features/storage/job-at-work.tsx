import type { StorageJob } from '@coffer/contracts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { cancelJob } from '../../api/storage.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Row, Stack } from '../../ui/page/stack.tsx';
import { useText } from './texts.ts';
import { progressWords } from './use-job-news.ts';

/** The bar stops short of the end, because the total is an estimate. */
const PART_MAX = 0.98;

interface JobAtWorkProps {
  readonly job: StorageJob;
  readonly outOf: number;
  readonly mayCancel: boolean;
}

export function JobAtWork({ job, outOf, mayCancel }: JobAtWorkProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const { number } = useFormats();
  const cancel = useMutation(() => cancelJob(cache, job.id));
  const { objects, mended, settled } = job.counts;
  const done = job.kind === 'survey' ? objects : mended + settled;
  const words = progressWords(text, number, job);
  return (
    <Stack>
      <p>{words}</p>
      <ProgressBar
        label={text(`storage.${job.kind}.running`)}
        value={job.state === 'queued' || outOf === 0 ? undefined : Math.min(PART_MAX, done / outOf)}
        valueText={words}
      />
      <Refusal words={ofFailure(cancel.failure)} />
      {mayCancel && (
        <Row>
          <Button isBusy={cancel.isPending} onClick={() => void cancel.run()}>
            {text(`storage.${job.kind}.cancel`)}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
