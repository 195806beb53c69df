import type { AdminOverview } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { isNearlyFull } from '../../api/spaces/nearly-full.ts';
import { Link } from '../../ui/controls/link.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import styles from './overview.module.css';
import { useText } from './texts.ts';

interface FiguresProps {
  readonly overview: AdminOverview;
  readonly mayAdminister: boolean;
}

export function Figures({ overview, mayAdminister }: FiguresProps) {
  const text = useText();
  const { number, size, date } = useFormats();
  const { people, groups, spaces, links, storage, work } = overview;
  return (
    <div className={styles['figures']}>
      <Figure
        title={text('overview.storage')}
        value={size(storage.totalBytes)}
        next={{ href: '/admin/storage', label: text('overview.storage.open') }}
        lines={[
          text('overview.storage.files', { size: size(storage.fileBytes) }),
          text('overview.storage.promised', { size: size(storage.promisedBytes) }),
          storage.surveyedAt === null
            ? text('overview.storage.neverSurveyed')
            : text('overview.storage.surveyed', { when: date(storage.surveyedAt) }),
        ]}
      />
      <Figure
        title={text('overview.people')}
        value={number(people.active)}
        next={mayAdminister ? { href: '/admin/people', label: text('overview.people.open') } : undefined}
        lines={[
          text('overview.people.seen', { count: people.seen }),
          text('overview.people.invited', { count: people.invited }),
          people.disabled > 0 && text('overview.people.disabled', { count: people.disabled }),
          groups > 0 && text('overview.people.groups', { count: groups }),
        ]}
      />
      <Figure
        title={text('overview.spaces')}
        value={number(spaces.team)}
        next={{ href: '/admin/spaces', label: text('overview.spaces.open') }}
        lines={[
          text('overview.spaces.personal', { count: spaces.personal }),
          spaces.archived > 0 && text('overview.spaces.archived', { count: spaces.archived }),
          spaces.fullCount === 0 && text('overview.spaces.room'),
        ]}
      />
      <Figure
        title={text('overview.links')}
        value={number(links.active)}
        next={{ href: '/admin/links', label: text('overview.links.open') }}
        lines={[links.active > 0 && text('overview.links.unprotected', { count: links.open })]}
      />
      <Figure
        title={text('overview.work')}
        value={number(work.running)}
        next={{ href: '/admin/jobs', label: text('overview.work.open') }}
        lines={[
          work.failed === 0
            ? text('overview.work.noneFailed')
            : text('overview.work.failed', { count: work.failed }),
          work.broken.length === 0
            ? text('overview.work.tasks')
            : text('overview.work.broken', { count: work.broken.length }),
        ]}
      />
      {spaces.full.length > 0 && <FullSpaces overview={overview} />}
    </div>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly lines: readonly (string | false)[];
  readonly next: { readonly href: string; readonly label: string } | undefined;
}

function Figure({ title, value, lines, next }: FigureProps) {
  return (
    <Panel title={title} next={next}>
      <p className={styles['value']}>{value}</p>
      <ul className={styles['lines']}>
        {lines
          .filter((line) => line !== false)
          .map((line) => (
            <li key={line}>{line}</li>
          ))}
      </ul>
    </Panel>
  );
}

interface PanelProps {
  readonly title: string;
  readonly next: FigureProps['next'];
  readonly isBroad?: boolean;
  readonly children: ReactNode;
}

function Panel({ title, next, isBroad = false, children }: PanelProps) {
  return (
    <section className={styles['panel']} data-broad={isBroad ? '' : undefined} aria-label={title}>
      <h2 className={styles['name']}>{title}</h2>
      {children}
      {next !== undefined && (
        <Link href={next.href} className={styles['way']}>
          {next.label}
        </Link>
      )}
    </section>
  );
}

function FullSpaces({ overview: { spaces } }: { readonly overview: AdminOverview }) {
  const text = useText();
  const { size } = useFormats();
  return (
    <Panel
      isBroad
      title={text('overview.full', { count: spaces.fullCount })}
      next={{ href: '/admin/spaces?state=full', label: text('overview.full.open') }}
    >
      <ul className={styles['spaces']}>
        {spaces.full.map(({ id, kind, name, ownerName, takenBytes, quotaBytes }) => {
          const shown = kind === 'personal' ? text('overview.full.personal', { name: ownerName }) : name;
          const words = text('overview.full.use', { used: size(takenBytes), total: size(quotaBytes) });
          return (
            <li key={id}>
              <bdi className={styles['space']}>{shown}</bdi>
              <ProgressBar
                kind="meter"
                label={shown}
                value={takenBytes / Math.max(1, quotaBytes)}
                valueText={words}
                tone={isNearlyFull(takenBytes, quotaBytes) ? 'danger' : 'accent'}
              />
              <span className={styles['use']}>{words}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
