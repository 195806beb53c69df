import { type AdminOverview, type Person, SpaceId } from '@coffer/contracts';
import { DAY_MS, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { countJobs } from '../files/index.ts';
import { countGroups } from '../groups/index.ts';
import { countLiveLinks } from '../links/index.ts';
import { countOutbox } from '../mail/index.ts';
import { countPeople } from '../people/index.ts';
import { countSpaces, listFullSpaces } from '../spaces/index.ts';
import { storeFacts } from '../storage/index.ts';
import { PARTS, type RuntimeStatus } from './model.ts';
import { mayReadOverview } from './policy.ts';

const FULL_SHOWN = 5;
const FAILED_MS = 7 * DAY_MS;

type Mail = Pick<Services, 'db'> & { readonly config: Pick<Services['config'], 'mail'> };
type Needs = Mail & Pick<Services, 'clock'> & { readonly status: RuntimeStatus };

export async function getOverview(services: Needs, actor: Person): Outcome<AdminOverview, Failure> {
  if (!mayReadOverview(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  const { clock, db, status } = services;
  const now = clock.now();
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const [health, people, groups, spaces, full, links, store, mail, jobs] = await Promise.all([
    healthOf(status),
    countPeople(db, { now, seenAfter: before(DAY_MS) }),
    countGroups(db, { text: '' }),
    countSpaces(db),
    listFullSpaces(db, FULL_SHOWN),
    countLiveLinks(db, now),
    storeFacts({ db }),
    mailOf(services),
    countJobs(db, before(FAILED_MS)),
  ]);
  const { full: fullCount, nearly_full: nearlyFullCount, promised_bytes: promisedBytes, ...counts } = spaces;
  return ok({
    checkedAt: now.toISOString(),
    version: status.version,
    health,
    people,
    groups,
    spaces: {
      ...counts,
      fullCount,
      nearlyFullCount,
      full: full.map((space) => ({
        id: SpaceId.parse(space.id),
        name: space.name,
        kind: space.kind,
        ownerName: space.owner_name,
        takenBytes: space.taken_bytes,
        quotaBytes: space.quota_bytes,
      })),
    },
    links,
    storage: { ...store, promisedBytes },
    mail,
    work: { ...jobs, broken: [...status.brokenTasks()] },
  });
}

async function healthOf({ health }: RuntimeStatus): Promise<AdminOverview['health']> {
  const { checks } = await health();
  return PARTS.flatMap((part) => {
    const check = checks[part];
    return check === undefined ? [] : [{ part, works: check.state === 'ok', code: check.code ?? null }];
  });
}

async function mailOf({ config, db }: Mail): Promise<AdminOverview['mail']> {
  if (config.mail === undefined) return null;
  const { waiting, failed, since } = await countOutbox(db);
  return { waiting, failed, brokenSince: since?.toISOString() ?? null };
}
