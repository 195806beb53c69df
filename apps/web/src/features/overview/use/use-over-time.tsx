import { useState } from 'react';
import { errorTexts } from '../../../api/calls/error-texts.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { type UseHistory, usedByDayQuery } from '../../../api/administration/overview.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Answered } from '../../../ui/feedback/answered.tsx';
import { FilterChoice } from '../../../ui/listing/filter-bar.tsx';
import { Chart } from './chart.tsx';
import styles from './use.module.css';
import { useText } from './texts.ts';

const PERIODS = ['90', '365'] as const;
type Period = (typeof PERIODS)[number];
const DAY_MS = 86_400_000;

/** The usage on each day, for all spaces or for one of the largest. */
export function UseOverTime() {
  const text = useText();
  const [period, setPeriod] = useState<Period>('90');
  const [spaceId, setSpaceId] = useState<string>();
  const answer = useQuery(usedByDayQuery(period));
  const reason = errorTexts().ofFailure(answer.failure);
  return (
    <section className={styles['panel']} aria-label={text('use.title')}>
      <div className={styles['head']}>
        <h2>{text('use.title')}</h2>
        <FilterChoice
          label={text('use.space')}
          any={text('use.space.all')}
          value={spaceId}
          options={(answer.data?.spaces ?? []).map((space) => [space.id, nameOf(space, text)] as const)}
          onChange={setSpaceId}
        />
        <FilterChoice
          label={text('use.days')}
          value={period}
          options={PERIODS.map((each) => [each, text(`use.days.${each}`)] as const)}
          onChange={(chosen) => setPeriod(chosen ?? '90')}
        />
      </div>
      <Answered
        answer={answer}
        loading={text('use.loading')}
        failed={{ title: text('use.failed'), reason, retry: text('use.retry') }}
      >
        {(history) => <Found history={history} spaceId={spaceId} />}
      </Answered>
    </section>
  );
}

/** The server counts days in UTC. Returns the same calendar day in local time. */
function calendarDay(day: Date): Date {
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
}

type Space = UseHistory['spaces'][number];

function nameOf({ kind, name, ownerName }: Space, text: ReturnType<typeof useText>): string {
  return kind === 'personal' ? text('use.space.personal', { name: ownerName }) : name;
}

function Found({ history, spaceId }: { readonly history: UseHistory; readonly spaceId: string | undefined }) {
  const text = useText();
  const { date, size } = useFormats();
  const space = history.spaces.find(({ id }) => id === spaceId);
  const bytes = space?.usedBytes ?? history.usedBytes;
  const name = space === undefined ? text('use.space.all') : nameOf(space, text);
  const start = Date.parse(history.from);
  const days = bytes.map((used, index) => ({ day: calendarDay(new Date(start + index * DAY_MS)), used }));
  const known = days.filter((each): each is { day: Date; used: number } => each.used !== null);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return null;
  const change = last.used - first.used;
  const about = { date: date(first.day), size: size(Math.abs(change)) };
  return (
    <>
      <p className={styles['now']}>
        <strong>{size(last.used)}</strong>
        <span>
          {known.length === 1
            ? text('use.first')
            : text(change === 0 ? 'use.same' : change > 0 ? 'use.more' : 'use.less', about)}
        </span>
      </p>
      {known.length > 1 && (
        <Chart
          bytes={bytes}
          label={text('use.chart', {
            name,
            first: size(first.used),
            from: date(first.day),
            last: size(last.used),
            most: size(Math.max(...known.map(({ used }) => used))),
          })}
          ends={[days[0]?.day, days.at(-1)?.day]}
        />
      )}
      {known.length > 1 && (
        <details className={styles['more']}>
          <summary>{text('use.table')}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
          <div className={styles['scroll']} tabIndex={0}>
            <table>
              <caption className="visually-hidden">{name}</caption>
              <thead>
                <tr>
                  <th scope="col">{text('use.table.day')}</th>
                  <th scope="col">{text('use.table.used')}</th>
                </tr>
              </thead>
              <tbody>
                {known.toReversed().map(({ day, used }) => (
                  <tr key={day.getTime()}>
                    <th scope="row">{date(day)}</th>
                    <td>{size(used)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </>
  );
}
