import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { createFolder } from './create-folder.ts';
import { getNode, getPath } from './get-node.ts';
import { listChildren } from './list-children.ts';
import { listDamagedFiles } from './list-damaged-files.ts';
import { listVersions } from './list-versions.ts';
import { restoreVersion } from './restore-version.ts';
import { listTrash } from './list-trash.ts';
import { listTree } from './list-tree.ts';
import { renameNode } from './rename-node.ts';
import { restoreNodes } from './restore-nodes.ts';
import { trashNodes } from './trash-nodes.ts';

export function filesRoutes(services: Pick<Services, 'db' | 'clock' | 'newId'>): readonly Route[] {
  return [
    personRoute('getNode', async ({ actor, params }) => getNode(services, actor.person, params.nodeId)),
    personRoute('getPath', async ({ actor, params }) => getPath(services, actor.person, params.nodeId)),
    personRoute('listChildren', async ({ actor, params, query }) =>
      listChildren(services, actor.person, { nodeId: params.nodeId, query }),
    ),
    personRoute('listTree', async ({ actor, body }) => listTree(services, actor.person, body)),
    personRoute('renameNode', async ({ actor, params, body, revision }) =>
      renameNode(services, actor.person, { nodeId: params.nodeId, name: body.name, revision }),
    ),
    personRoute('createFolder', async ({ actor, body, once }) =>
      createFolder({ ...services, once }, actor.person, body),
    ),
    personRoute('trashNodes', async ({ actor, body }) =>
      ok(await trashNodes(services, actor.person, body.ids)),
    ),
    personRoute('restoreNodes', async ({ actor, body }) =>
      ok(await restoreNodes(services, actor.person, body.ids)),
    ),
    personRoute('listVersions', async ({ actor, params }) =>
      listVersions(services, actor.person, params.nodeId),
    ),
    personRoute('restoreVersion', async ({ actor, params, revision }) =>
      restoreVersion(services, actor.person, { ...params, revision }),
    ),
    personRoute('listDamage', async ({ actor, params, query }) =>
      listDamagedFiles(services, actor.person, { spaceId: params.spaceId, query }),
    ),
    personRoute('listTrash', async ({ actor, params, query }) =>
      listTrash(services, actor.person, { spaceId: params.spaceId, query }),
    ),
  ];
}
