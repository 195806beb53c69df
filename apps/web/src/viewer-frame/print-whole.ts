import type { Drawing } from './drawer.ts';

/** Only the frame can print its drawing. Lazy parts are drawn first. */
export async function printWhole({ layOut }: Drawing): Promise<void> {
  const putBack = await layOut?.();
  window.print();
  await putBack?.();
}
