import type { StorageReport, StoreDiagnosis, StoreExamination } from '@coffer/contracts';
import { Stethoscope } from 'lucide-react';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { examineStore } from '../../api/storage.ts';
import { type BrowserExamination, examineFromHere, isClockWrong } from '../../api/calls/store-probes.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Checklist } from '../../ui/controls/checklist.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Muted, Row } from '../../ui/page/stack.tsx';
import { Diagnoses } from './diagnoses.tsx';
import { Profile } from './profile.tsx';
import styles from './storage.module.css';
import { useText } from './texts.ts';

export function Doctor({ report }: { readonly report: StorageReport }) {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure } = useErrorTexts();
  const fromServer = useMutation(() => examineStore(cache));
  const fromHere = useMutation(examineFromHere);
  const { examination } = report;
  const handleExamine = async (): Promise<void> => {
    announce(text('storage.doctor.running'));
    // The server tests last, because it deletes what the browser's probes wrote.
    await fromHere.run();
    await fromServer.run();
    announce(text('storage.doctor.ran'));
  };
  const isBusy = fromServer.isPending || fromHere.isPending;
  return (
    <Card title={text('storage.doctor')} description={text('storage.doctor.explanation')}>
      <Profile report={report} />
      <Row>
        <Button icon={Stethoscope} isBusy={isBusy} onClick={() => void handleExamine()}>
          {text('storage.doctor.examine')}
        </Button>
        {isBusy && <Muted>{text('storage.doctor.running')}</Muted>}
      </Row>
      <h3 className={styles['heading']}>{text('storage.doctor.server')}</h3>
      <Refusal words={ofFailure(fromServer.failure)} />
      {examination === null ? (
        <Muted>{text('storage.doctor.never')}</Muted>
      ) : (
        <>
          <Diagnoses diagnoses={examination.diagnoses} />
          <Tried examination={examination} />
        </>
      )}
      <h3 className={styles['heading']}>{text('storage.doctor.browser')}</h3>
      <Refusal words={ofFailure(fromHere.failure)} />
      {fromHere.data === undefined ? (
        <Muted>{text('storage.doctor.browser.never')}</Muted>
      ) : (
        <FromHere examination={fromHere.data} />
      )}
    </Card>
  );
}

/** When each area was last tested. The tests at a server start cover only some areas. */
function Tried({ examination }: { readonly examination: StoreExamination }) {
  const text = useText();
  const { dateTime } = useFormats();
  return (
    <dl className={styles['facts']}>
      {examination.tried.map(({ area, triedAt }) => (
        <div key={area}>
          <dt>{text(`storage.area.${area}`)}</dt>
          <dd>
            {triedAt === null
              ? text('storage.area.never')
              : text('storage.area.at', { time: dateTime(triedAt) })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FromHere({ examination }: { readonly examination: BrowserExamination }) {
  const text = useText();
  const { number, dateTime } = useFormats();
  const { outcomes, clockAheadMs } = examination;
  const diagnoses = outcomes.map(({ diagnosis }) => diagnosis).filter((each) => each !== undefined);
  const unlike = diagnoses.filter(
    (one, index) => index === diagnoses.findIndex((other) => isSame(one, other)),
  );
  return (
    <>
      <Checklist
        doneLabel={text('storage.passed')}
        failedLabel={text('storage.notPassed')}
        items={outcomes.map(({ name, diagnosis, status, tookMs }) => ({
          id: name,
          state: diagnosis === undefined ? 'done' : 'failed',
          text: text('storage.probe.line', {
            probe: text(`storage.probe.${name}`),
            status:
              status === null ? text('storage.probe.noAnswer') : text('storage.probe.status', { status }),
            time: number(Math.round(tookMs)),
          }),
        }))}
      />
      {unlike.length > 0 && <Diagnoses diagnoses={unlike} />}
      {isClockWrong(clockAheadMs) && (
        <Banner tone="warning" title={text('storage.clock.title')}>
          <p>
            {text('storage.clock.text', { minutes: number(Math.round(Math.abs(clockAheadMs) / 60_000)) })}
          </p>
        </Banner>
      )}
      <Muted>{text('storage.doctor.at', { time: dateTime(examination.examinedAt) })}</Muted>
    </>
  );
}

function isSame(one: StoreDiagnosis, other: StoreDiagnosis): boolean {
  return one.code === other.code && one.message === other.message;
}
