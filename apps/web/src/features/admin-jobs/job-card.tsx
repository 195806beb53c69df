import type { AdminJob, AdminJobs } from '@coffer/contracts';
import { useFormats } from '../../lib/language/format.ts';
import { Card } from '../../ui/page/card.tsx';
import { List, Muted } from '../../ui/page/stack.tsx';
import { JobItem } from './job-item.tsx';
import { useText } from './texts.ts';

interface JobCardProps {
  readonly title: string;
  readonly empty?: string;
  readonly jobs: AdminJobs['open'];
  readonly now: Date;
}

export function JobCard({ title, empty, jobs: { items, total }, now }: JobCardProps) {
  return (
    <Card title={title}>
      {items.length === 0 && <Muted>{empty}</Muted>}
      {items.length > 0 && <Jobs label={title} items={items} now={now} />}
      <Left shown={items.length} total={total} />
    </Card>
  );
}

interface JobsProps {
  readonly label: string;
  readonly items: readonly AdminJob[];
  readonly now: Date;
}

export function Jobs({ label, items, now }: JobsProps) {
  return (
    <List label={label}>
      {items.map((job) => (
        <JobItem key={job.id} job={job} now={now} />
      ))}
    </List>
  );
}

export function Left({ shown, total }: { readonly shown: number; readonly total: number }) {
  const text = useText();
  const { number } = useFormats();
  if (total <= shown) return null;
  return <Muted>{text('adminJobs.shown', { shown: number(shown), total: number(total) })}</Muted>;
}
