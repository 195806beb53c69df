import type { AdminOverview } from '@coffer/contracts';

export type TroubleId =
  | 'pool'
  | 'store'
  | 'database'
  | 'disk'
  | 'damaged'
  | 'mail'
  | 'work'
  | 'faults'
  | 'differences'
  | 'spaces'
  | 'administrators'
  | 'invitations';

export interface Trouble {
  readonly id: TroubleId;
  /** `info` is worth a look, and no reason to say that something is wrong. */
  readonly tone: 'danger' | 'warning' | 'info';
  /** Where it is put right. Undefined if that is outside of Coffer. */
  readonly href: string | undefined;
  readonly count: number;
}

/** From here on a space is nearly full. */
const NEARLY_FULL = 0.95;

const STORAGE = '/admin/storage';

/** The worst first. */
export function troublesOf(overview: AdminOverview, mayAdminister: boolean): readonly Trouble[] {
  const { health, people, spaces, storage, mail, work } = overview;
  const nearlyFull = spaces.full.filter(
    ({ takenBytes, quotaBytes }) => takenBytes >= quotaBytes * NEARLY_FULL,
  ).length;
  const down = (part: AdminOverview['health'][number]['part'], href?: string): Trouble => ({
    id: part,
    tone: 'danger',
    href,
    count: health.some((one) => one.part === part && !one.works) ? 1 : 0,
  });
  const found: readonly Trouble[] = [
    down('database'),
    down('store', STORAGE),
    down('pool'),
    down('disk', STORAGE),
    { id: 'damaged', tone: 'danger', href: STORAGE, count: storage.damaged },
    { id: 'work', tone: 'warning', href: undefined, count: work.broken.length },
    { id: 'faults', tone: 'warning', href: STORAGE, count: storage.faults },
    { id: 'differences', tone: 'warning', href: STORAGE, count: storage.differences },
    { id: 'spaces', tone: 'warning', href: '/admin/spaces?state=full', count: nearlyFull },
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
