import type { NodeView } from '@coffer/contracts';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { TransferWorld } from '../transfers-world.ts';

export interface ShownFile {
  readonly preview: Locator;
  /** What the viewer frame draws. */
  readonly drawn: FrameLocator;
}

let count = 0;

export async function showFile(
  world: TransferWorld,
  page: Page,
  { name, content }: { readonly name: string; readonly content: Buffer },
): Promise<ShownFile> {
  count += 1;
  const folderId = await world.open(page, `folder ${count} of ${name}`);
  const { id }: NodeView = await world.person.upload(folderId, name, content);
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${id}/view`);
  const preview = page.getByRole('dialog', { name });
  return { preview, drawn: preview.frameLocator('iframe').first() };
}
