import type { Drawing } from './drawer.ts';

/** Prints the drawing, which only the frame can do. Lazily drawn parts are drawn first. */
export async function printWhole({ layOut }: Drawing): Promise<void> {
  const putBack = await layOut?.();
  window.print();
  await putBack?.();
}
