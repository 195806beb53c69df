import type { Drawing } from './drawer.ts';

/** Only the frame can print what it drew. What is drawn on demand is drawn first. */
export async function printWhole({ layOut }: Drawing): Promise<void> {
  const putBack = await layOut?.();
  window.print();
  await putBack?.();
}
