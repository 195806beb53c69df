import { GroupId, LinkId, type Person, type Removal, SpaceId, UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { countGroupsOf } from '../../groups/index.ts';
import { listLiveLinksOf, type LiveLink } from '../../links/index.ts';
import { countGrantsTo, type GivenTo, listGivenBy } from '../../sharing/index.ts';
import { countTeamMemberships, listOwnedAlone, type OwnedAlone } from '../../spaces/index.ts';
import { administeringOther } from '../administration/policy.ts';
import type { PersonRow } from '../model.ts';
import { findPersonRow } from '../store/people.ts';
import { findLeftFiles } from '../store/left-files.ts';

const HOLDERS_MAX = 20;
const LINKS_MAX = 20;

/** Facts for the decision whether and how to remove somebody. Names people, spaces and links, but no files. */
export async function describeRemoval(
  { clock, db, pool }: Pick<Services, 'clock' | 'db' | 'pool'>,
  { actor, personId }: { readonly actor: Person; readonly personId: string },
): Outcome<Removal, Failure> {
  const allowed = administeringOther(actor, personId);
  if (!allowed.ok) return allowed;
  const person = await findPersonRow(db, personId);
  if (person === undefined || person.status === 'removed') return err({ code: 'person_not_found' });
  const about = { userId: personId, now: clock.now() };
  const [files, alone, spaces, groups, received, given, links] = await Promise.all([
    findLeftFiles(db, personId),
    listOwnedAlone(db, personId),
    countTeamMemberships(db, personId),
    countGroupsOf(db, [personId]),
    countGrantsTo(db, about),
    listGivenBy(db, { ...about, limit: HOLDERS_MAX }),
    listLiveLinksOf(db, { ...about, limit: LINKS_MAX }),
  ]);
  return ok({
    revision: person.revision,
    account: accountOf(pool, person),
    files:
      files === undefined
        ? null
        : {
            spaceId: SpaceId.parse(files.id),
            usedBytes: files.used_bytes,
            isOnHold: files.hold_began_at !== null,
          },
    lastOwnerOf: alone.map(presentSpace),
    spaces,
    groups,
    received,
    given: { total: given[0]?.total ?? 0, holders: given.map(presentHolder) },
    // Links of a disabled person no longer work.
    links: {
      total: person.status === 'active' ? (links[0]?.total ?? 0) : 0,
      newest: person.status === 'active' ? links.map(presentLink) : [],
    },
  });
}

function accountOf(pool: Services['pool'], { issuer }: PersonRow): Removal['account'] {
  if (issuer !== pool.issuer) return 'elsewhere';
  return pool.isAdministered ? 'pool' : 'key_missing';
}

function presentSpace({
  id,
  name,
  used_bytes: usedBytes,
  members,
}: OwnedAlone): Removal['lastOwnerOf'][number] {
  return { spaceId: SpaceId.parse(id), name, usedBytes, members };
}

function presentHolder({
  id,
  kind,
  name,
  items,
  in_files: inFiles,
}: GivenTo): Removal['given']['holders'][number] {
  return { id: kind === 'person' ? UserId.parse(id) : GroupId.parse(id), kind, name, items, inFiles };
}

function presentLink({
  id,
  kind,
  label,
  space,
  expires_at: expiresAt,
}: LiveLink): Removal['links']['newest'][number] {
  return { id: LinkId.parse(id), kind, label, space, expiresAt: expiresAt.toISOString() };
}
