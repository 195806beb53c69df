import type { NodeId, NodeView } from '@coffer/contracts';
import { expect, type Locator, type Page } from '@playwright/test';
import { joinTransferWorld, startTransferWorld, type TransferWorld } from '../transfers-world.ts';

export interface TreeWorld extends TransferWorld {
  /** Opens a new folder with the files and a folder "Reports" in it. */
  readonly fill: (
    page: Page,
    name: string,
    files: readonly string[],
  ) => Promise<{ readonly folderId: NodeId; readonly reports: NodeId }>;
  readonly makeFolder: (parentId: NodeId, name: string) => Promise<NodeView>;
  readonly itemsOf: (folderId: NodeId) => Promise<readonly NodeView[]>;
  readonly names: (folderId: NodeId) => Promise<readonly string[]>;
}

export async function startTreeWorld(
  places: Parameters<typeof startTransferWorld>[0] = {},
): Promise<TreeWorld> {
  return treeWorldOf(await startTransferWorld(places));
}

export async function joinTreeWorld(): Promise<TreeWorld> {
  return treeWorldOf(await joinTransferWorld());
}

function treeWorldOf(world: TransferWorld): TreeWorld {
  const { person } = world;
  const makeFolder: TreeWorld['makeFolder'] = async (parentId, name) =>
    await person.call('createFolder', { body: { parentId, name } });
  const itemsOf: TreeWorld['itemsOf'] = async (nodeId) =>
    (await person.call('listChildren', { params: { nodeId } })).items;
  return {
    ...world,
    makeFolder,
    itemsOf,
    names: async (folderId) => (await itemsOf(folderId)).map((item) => item.name),
    fill: async (page, name, files) => {
      const folderId = await world.addFolder(name);
      const reports = (await makeFolder(folderId, 'Reports')).id;
      for (const file of files) await person.upload(folderId, file, Buffer.from(file));
      await world.visit(page, `/${folderId}`);
      await expect(row(page, 'Reports')).toBeVisible();
      return { folderId, reports };
    },
  };
}

export function row(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('row', { name: new RegExp(`^${name}(,|$)`) });
}

export function messages(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages' });
}

export function toast(page: Page, words: string | RegExp): Locator {
  return messages(page).getByText(words);
}
