import { type MomentsPage, type MomentsQuery, type Person, SizeBytes, type SpaceId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import * as z from 'zod/mini';
import type { Outcome } from '../../../operation.ts';
import { readCursorText, writeCursorText } from '../../../platform/cursor-text.ts';
import type { Services } from '../../../services.ts';
import { roleIn } from '../../spaces/index.ts';
import type { FilesFailure } from '../model.ts';
import { onlyMadeBy } from '../policy.ts';
import { type LargeFile, listLargestFiles } from '../store/largest.ts';
import { readLocated } from './read-located.ts';

/** Lists the largest files of a space. Contributors see only their own. */
export async function listLargest(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { spaceId, query }: { readonly spaceId: SpaceId; readonly query: MomentsQuery },
): Outcome<MomentsPage, FilesFailure> {
  const role = await roleIn(services.db, spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const after = query.after === undefined ? undefined : parseCursor(query.after);
  if (query.after !== undefined && after === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const { items, last } = await readLocated<LargeFile>(services, actor, {
    after,
    limit: query.limit,
    read: (page) => listLargestFiles(services.db, { ...page, spaceId, madeBy: onlyMadeBy(role, actor) }),
  });
  return ok({
    items: items.map(([placed]) => ({ ...placed, at: placed.node.modifiedAt })),
    next: last === undefined ? null : writeCursorText([last.bytes, last.id]),
  });
}

const Position = z.tuple([SizeBytes, z.uuid()]);

/** Undefined if the text is not a valid cursor. */
function parseCursor(text: string): LargeFile | undefined {
  const position = Position.safeParse(readCursorText(text));
  return position.success ? { bytes: position.data[0], id: position.data[1] } : undefined;
}
