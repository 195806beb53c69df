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
  const folderId = await world.addFolder(`folder ${count} of ${name}`);
  const preview = await world.preview(page, await world.person.upload(folderId, name, content));
  return { preview, drawn: preview.frameLocator('iframe').first() };
}
