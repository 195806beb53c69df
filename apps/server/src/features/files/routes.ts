import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { tagRoutes } from './tags/routes.ts';
import { createFolder } from './create-folder.ts';
import { detailsRoutes } from './details/routes.ts';
import { getNode, getPath } from './get-node.ts';
import { getPosition, listChildren } from './list-children.ts';
import { jobRoutes } from './jobs/routes.ts';
import { createPositionMarks } from './position-marks.ts';
import { listItemGroups } from './list-item-groups.ts';
import { listDamagedFiles } from './list-damaged-files.ts';
import { listRecent, listStarred } from './find/list-moments.ts';
import { searchContents } from './find/search-contents.ts';
import { search } from './find/search.ts';
import { addStar, listStars, removeStar } from './find/stars.ts';
import { listVersions } from './list-versions.ts';
import { restoreVersion } from './restore-version.ts';
import { deleteVersion } from './versions/delete-version.ts';
import { labelVersion } from './versions/label-version.ts';
import { countAdminRetentionEffect, countRetentionEffect } from './trash/count-retention-effect.ts';
import { emptyTrash } from './trash/empty-trash.ts';
import { listLargest } from './find/list-largest.ts';
import { getTrashSummary } from './trash/get-trash-summary.ts';
import { listTrash } from './trash/list-trash.ts';
import { purgeNodes } from './trash/purge-nodes.ts';
import { listTree } from './list-tree.ts';
import { moveNodes } from './move/move-nodes.ts';
import { copyNodes } from './copy/copy-nodes.ts';
import { renameNode } from './rename-node.ts';
import { restoreNodesTo } from './trash/restore-nodes.ts';
import { trashNodes } from './trash/trash-nodes.ts';

export function filesRoutes(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings' | 'log' | 'config'>,
): readonly Route[] {
  const positionMarks = createPositionMarks();
  return [
    personRoute('getNode', async ({ actor, params }) => getNode(services, actor.person, params.nodeId)),
    personRoute('getPath', async ({ actor, params }) => getPath(services, actor.person, params.nodeId)),
    ...detailsRoutes(services),
    personRoute('getPosition', async ({ actor, params, query }) =>
      getPosition(services, actor.person, { nodeId: params.nodeId, query }),
    ),
    personRoute('listChildren', async ({ actor, params, query }) =>
      listChildren({ ...services, positionMarks }, actor.person, {
        nodeId: params.nodeId,
        query,
        showsPictures: true,
        showsTags: true,
      }),
    ),
    personRoute('listItemGroups', async ({ actor, params, query }) =>
      listItemGroups(services, actor.person, { nodeId: params.nodeId, query }),
    ),
    personRoute('search', async ({ actor, query }) =>
      query.in === 'content'
        ? await searchContents(services, actor.person, query)
        : await search(services, actor.person, { ...query, showsTags: true }),
    ),
    personRoute('listRecent', async ({ actor, query }) => listRecent(services, actor.person, query)),
    personRoute('listStarred', async ({ actor, query }) => listStarred(services, actor.person, query)),
    personRoute('listStars', async ({ actor }) => ok(await listStars(services, actor.person))),
    personRoute('addStar', async ({ actor, params }) => addStar(services, actor.person, params.nodeId)),
    personRoute('removeStar', async ({ actor, params }) =>
      ok(await removeStar(services, actor.person, params.nodeId)),
    ),
    personRoute('listTree', async ({ actor, body }) => listTree(services, actor.person, body)),
    personRoute('renameNode', async ({ actor, params, body, revision }) =>
      renameNode(services, actor.person, { nodeId: params.nodeId, name: body.name, revision }),
    ),
    personRoute('createFolder', async ({ actor, body, once }) =>
      createFolder({ ...services, once }, actor.person, body),
    ),
    personRoute('moveNodes', async ({ actor, body }) => moveNodes(services, actor.person, body)),
    personRoute('copyNodes', async ({ actor, body, once }) =>
      copyNodes({ ...services, once }, actor.person, body),
    ),
    ...tagRoutes(services),
    ...jobRoutes(services),
    ...versionRoutes(services),
    ...trashRoutes(services),
    personRoute('listDamage', async ({ actor, params, query }) =>
      listDamagedFiles(services, actor.person, { spaceId: params.spaceId, query }),
    ),
  ];
}

function trashRoutes(services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>): readonly Route[] {
  return [
    personRoute('trashNodes', async ({ actor, body }) =>
      ok(await trashNodes({ ...services, joins: body.joins }, actor.person, body.ids)),
    ),
    personRoute('restoreNodes', async ({ actor, body }) =>
      ok(
        await restoreNodesTo({ ...services, joins: body.joins }, actor.person, {
          ids: body.ids,
          to: body.to,
        }),
      ),
    ),
    personRoute('purgeNodes', async ({ actor, body }) =>
      ok(await purgeNodes(services, actor.person, body.ids)),
    ),
    personRoute('emptyTrash', async ({ actor, params, body }) =>
      emptyTrash(services, actor.person, { spaceId: params.spaceId, body }),
    ),
    personRoute('listLargest', async ({ actor, params, query }) =>
      listLargest(services, actor.person, { spaceId: params.spaceId, query }),
    ),
    personRoute('getTrashSummary', async ({ actor, params }) =>
      getTrashSummary(services, actor.person, params.spaceId),
    ),
    personRoute('countRetentionEffect', async ({ actor, params, query }) =>
      countRetentionEffect(services, actor.person, { ...params, query }),
    ),
    personRoute('countAdminRetentionEffect', async ({ actor, params, query }) =>
      countAdminRetentionEffect(services, actor.person, { ...params, query }),
    ),
    personRoute('listTrash', async ({ actor, params, query }) =>
      listTrash(services, actor.person, { spaceId: params.spaceId, query }),
    ),
  ];
}

function versionRoutes(services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>): readonly Route[] {
  return [
    personRoute('listVersions', async ({ actor, params, query }) =>
      listVersions(services, actor.person, { ...params, ...query }),
    ),
    personRoute('restoreVersion', async ({ actor, params, revision }) =>
      restoreVersion(services, actor.person, { ...params, revision }),
    ),
    personRoute('deleteVersion', async ({ actor, params }) => deleteVersion(services, actor.person, params)),
    personRoute('labelVersion', async ({ actor, params, body }) =>
      labelVersion(services, actor.person, { ...params, ...body }),
    ),
  ];
}
