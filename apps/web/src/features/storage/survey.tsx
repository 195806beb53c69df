import type { StorageJob, StorageReport } from '@coffer/contracts';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { startSurvey } from '../../api/storage.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Muted, Row } from '../../ui/page/stack.tsx';
import { Findings } from './findings.tsx';
import { JobAtWork } from './job-at-work.tsx';
import { countOf, findingsOf, isFresh, isOpen, stopWords } from './jobs.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { useText } from './texts.ts';

interface SurveyProps {
  readonly report: StorageReport;
  readonly now: Date;
  readonly mayMend: boolean;
}

export function Survey({ report, now, mayMend }: SurveyProps) {
  const text = useText();
  const { survey } = report;
  const repair = report.repair?.surveyId === survey?.id ? report.repair : null;
  return (
    <Card title={text('storage.survey')} description={text('storage.survey.explanation')}>
      {survey === null ? (
        <EmptyState
          icon={ScanSearch}
          title={text('storage.survey.never')}
          text={text('storage.survey.never.text')}
          action={mayMend && <Start label={text('storage.survey.start')} isMain />}
        />
      ) : (
        <Surveyed survey={survey} repair={repair} objects={objectsOf(report)} now={now} mayMend={mayMend} />
      )}
    </Card>
  );
}

interface SurveyedProps {
  readonly survey: StorageJob;
  readonly repair: StorageJob | null;
  readonly objects: number;
  readonly now: Date;
  readonly mayMend: boolean;
}

function Surveyed({ survey, repair, objects, now, mayMend }: SurveyedProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const [isAsking, setAsking] = useState(false);
  if (isOpen(survey)) return <JobAtWork job={survey} outOf={objects} mayCancel={mayMend} />;
  const found = countOf(survey);
  const left = found - (repair === null ? 0 : repair.counts.mended + repair.counts.settled);
  const isMendable = mayMend && survey.state === 'done' && left > 0 && !isOpen(repair);
  const isStillFresh = isFresh(survey, now);
  return (
    <>
      <Ended job={survey} isSettled={left === 0} />
      {repair !== null &&
        (isOpen(repair) ? (
          <JobAtWork job={repair} outOf={found} mayCancel={mayMend} />
        ) : (
          <Ended job={repair} />
        ))}
      {isMendable && !isStillFresh && <Muted>{text('storage.survey.old')}</Muted>}
      {mayMend && !isOpen(repair) && (
        <Row>
          {isMendable && isStillFresh && (
            <Button tone="primary" onClick={() => setAsking(true)}>
              {text('storage.repair.open')}
            </Button>
          )}
          <Start label={text('storage.survey.again')} />
        </Row>
      )}
      {found > 0 && <Findings survey={survey} />}
      <Muted>{text('storage.survey.at', { time: dateTime(survey.createdAt) })}</Muted>
      {isAsking && (
        <RepairDialog survey={survey} found={findingsOf(survey)} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

interface EndedProps {
  readonly job: StorageJob;
  /** Whether no findings are left. */
  readonly isSettled?: boolean;
}

function Ended({ job, isSettled = false }: EndedProps) {
  const text = useText();
  const { number } = useFormats();
  if (job.state === 'stopped') {
    return (
      <Banner tone="warning" title={text(`storage.${job.kind}.stopped`)}>
        <p>{stopWords(text, job.stopReason)}</p>
      </Banner>
    );
  }
  if (job.state === 'cancelled') {
    return (
      <Banner tone="info">
        <p>{text(`storage.${job.kind}.cancelled`)}</p>
      </Banner>
    );
  }
  if (job.kind === 'repair') {
    return (
      <Banner tone="success" title={text('storage.repair.done', { count: job.counts.mended })}>
        {job.counts.settled > 0 && <p>{text('storage.repair.settled', { count: job.counts.settled })}</p>}
      </Banner>
    );
  }
  const facts = { objects: number(job.counts.objects), uploads: number(job.counts.uploads) };
  return countOf(job) === 0 ? (
    <Banner tone="success" title={text('storage.survey.agrees')}>
      <p>{text('storage.survey.compared', facts)}</p>
    </Banner>
  ) : (
    <Banner
      tone={isSettled ? 'info' : 'warning'}
      title={text('storage.survey.found', { count: countOf(job) })}
    >
      <p>{text('storage.survey.compared', facts)}</p>
    </Banner>
  );
}

function Start({ label, isMain = false }: { readonly label: string; readonly isMain?: boolean }) {
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const start = useMutation(() => startSurvey(cache));
  return (
    <>
      <Refusal words={ofFailure(start.failure)} />
      <Button
        tone={isMain ? 'primary' : 'secondary'}
        isBusy={start.isPending}
        onClick={() => void start.run()}
      >
        {label}
      </Button>
    </>
  );
}

function objectsOf({ ledger }: StorageReport): number {
  return ledger.files.count + ledger.reserved.count + ledger.held.count + ledger.orphans.count;
}
