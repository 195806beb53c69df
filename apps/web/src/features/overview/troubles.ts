import type { AdminOverview } from '@coffer/contracts';

interface Found {
  /** `info` is worth knowing, but no problem. */
  readonly tone: 'danger' | 'warning' | 'info';
  readonly count: number;
}

/** A problem that has to be solved outside of Coffer. */
interface Outside extends Found {
  readonly id: 'database' | 'pool';
  readonly href: undefined;
}

interface Inside extends Found {
  readonly id:
    | 'store'
    | 'disk'
    | 'damaged'
    | 'work'
    | 'mail'
    | 'faults'
    | 'differences'
    | 'spaces'
    | 'administrators'
    | 'invitations';
  /** The page on which the problem can be solved. */
  readonly href: string;
}

export type Trouble = Inside | Outside;

const STORAGE = '/admin/storage';
const JOBS = '/admin/jobs';

/** All current problems, the worst first. */
export function troublesOf(overview: AdminOverview, mayAdminister: boolean): readonly Trouble[] {
  const { health, people, spaces, storage, mail, work } = overview;
  const down = (part: AdminOverview['health'][number]['part']): number =>
    health.some((one) => one.part === part && !one.works) ? 1 : 0;
  const found: readonly Trouble[] = [
    { id: 'database', tone: 'danger', href: undefined, count: down('database') },
    { id: 'store', tone: 'danger', href: STORAGE, count: down('store') },
    { id: 'pool', tone: 'danger', href: undefined, count: down('pool') },
    { id: 'disk', tone: 'danger', href: STORAGE, count: down('disk') },
    { id: 'damaged', tone: 'danger', href: STORAGE, count: storage.damaged },
    { id: 'work', tone: 'warning', href: JOBS, count: work.broken.length },
    { id: 'faults', tone: 'warning', href: STORAGE, count: storage.faults },
    { id: 'differences', tone: 'warning', href: STORAGE, count: storage.differences },
    { id: 'spaces', tone: 'warning', href: '/admin/spaces?state=full', count: spaces.nearlyFullCount },
  ];
  const isAlone = mayAdminister && people.administrators === 1 && people.active > 1;
  const hints: readonly Trouble[] = [
    { id: 'administrators', tone: 'info', href: '/admin/people', count: isAlone ? 1 : 0 },
    {
      id: 'invitations',
      tone: 'info',
      href: '/admin/people?status=invited',
      count: mayAdminister ? people.expired : 0,
    },
  ];
  const isMailBroken = mail !== null && mail.brokenSince !== null;
  const ofMail: readonly Trouble[] = isMailBroken
    ? [{ id: 'mail', tone: 'warning', href: '/admin/settings/mail', count: mail.waiting }]
    : [];
  const isThere = ({ count }: Trouble): boolean => count > 0;
  const [bad, rest] = [found.filter(isThere), hints.filter(isThere)];
  return [
    ...bad.filter(({ tone }) => tone === 'danger'),
    ...ofMail,
    ...bad.filter(({ tone }) => tone === 'warning'),
    ...rest,
  ];
}
