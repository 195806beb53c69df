import { LIMITS, type StorageReport } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Verdict } from '../../ui/feedback/verdict.tsx';
import { countOf, isOpen } from './jobs.ts';
import styles from './storage.module.css';
import { type StorageText, useText } from './texts.ts';

const ICONS = { good: CircleCheck, unknown: CircleDashed, warn: TriangleAlert, bad: CircleAlert } as const;

interface Mark {
  readonly tone: keyof typeof ICONS;
  readonly text: string;
}

export function Summary({ report }: { readonly report: StorageReport }) {
  const text = useText();
  const { number, size } = useFormats();
  const { ledger } = report;
  const marks = [
    { name: text('storage.summary.works'), ...worksOf(text, report) },
    { name: text('storage.summary.agrees'), ...agreesOf(text, report) },
    { name: text('storage.summary.whole'), ...wholeOf(text, number, report) },
    { name: text('storage.summary.journal'), ...journalOf(text, report) },
  ];
  return (
    <>
      <Verdict {...verdictOf(text, report, marks)}>
        {text('storage.verdict.stored', { count: ledger.files.count, size: size(ledger.files.bytes) })}
      </Verdict>
      <dl className={styles['summary']}>
        {marks.map(({ name, tone, text: words }) => (
          <div key={name} className={styles[tone]}>
            <Icon of={ICONS[tone]} size={24} />
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The worst mark decides. */
function verdictOf(
  text: StorageText,
  { ledger }: StorageReport,
  marks: readonly Mark[],
): Pick<ComponentProps<typeof Verdict>, 'tone' | 'title'> {
  const has = (tone: Mark['tone']): boolean => marks.some((mark) => mark.tone === tone);
  if (ledger.damaged.count > 0) return { tone: 'danger', title: text('storage.verdict.damaged') };
  if (has('bad')) return { tone: 'danger', title: text('storage.verdict.faulty') };
  if (has('warn')) return { tone: 'warning', title: text('storage.verdict.look') };
  return {
    tone: 'success',
    title: text(has('unknown') ? 'storage.verdict.works' : 'storage.verdict.good'),
  };
}

function worksOf(text: StorageText, { examination }: StorageReport): Mark {
  if (examination === null) return { tone: 'unknown', text: text('storage.summary.notExamined') };
  const faults = examination.diagnoses.filter(({ severity }) => severity !== 'ok');
  if (faults.length === 0) return { tone: 'good', text: text('storage.summary.works.good') };
  const isBad = faults.some(({ severity }) => severity === 'fail');
  return { tone: isBad ? 'bad' : 'warn', text: text('storage.summary.faults', { count: faults.length }) };
}

function agreesOf(text: StorageText, { survey, repair }: StorageReport): Mark {
  if (survey === null) return { tone: 'unknown', text: text('storage.summary.notSurveyed') };
  if (isOpen(survey)) return { tone: 'unknown', text: text('storage.summary.surveying') };
  if (survey.state !== 'done') return { tone: 'warn', text: text('storage.summary.stopped') };
  const left =
    countOf(survey) - (repair?.surveyId === survey.id ? repair.counts.mended + repair.counts.settled : 0);
  return left > 0
    ? { tone: 'warn', text: text('storage.summary.findings', { count: left }) }
    : { tone: 'good', text: text('storage.summary.agrees.good') };
}

function wholeOf(text: StorageText, number: (value: number) => string, { ledger }: StorageReport): Mark {
  if (ledger.damaged.count > 0) {
    return { tone: 'bad', text: text('storage.summary.damaged', { count: ledger.damaged.count }) };
  }
  if (ledger.unverified.count > 0) {
    return { tone: 'unknown', text: text('storage.summary.unverified', { count: ledger.unverified.count }) };
  }
  return { tone: 'good', text: text('storage.summary.whole.good', { count: number(ledger.files.count) }) };
}

function journalOf(text: StorageText, { journal }: StorageReport): Mark {
  if (journal === null) return { tone: 'unknown', text: text('storage.summary.journal.none') };
  const { behindSeconds: count } = journal;
  if (count === 0) return { tone: 'good', text: text('storage.summary.journal.good') };
  if (count * SECOND_MS <= LIMITS.journalLagMaxMs)
    return { tone: 'good', text: text('storage.summary.journal.behind', { count }) };
  return { tone: 'warn', text: text('storage.summary.journal.late', { count: Math.round(count / 60) }) };
}
