import type { DroppedItem } from './held-drop.ts';

/** File system handles of dropped items, which stay valid after the page is closed. Must be called within the event. */
export async function handlesOf(items: readonly DroppedItem[]): Promise<readonly FileSystemHandle[]> {
  const asked = items.map((item) => item.getAsFileSystemHandle?.() ?? Promise.resolve(null));
  const answers = await Promise.allSettled(asked);
  // Pasted items have no handle. Some browsers then return `undefined` instead of `null`.
  return answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value instanceof FileSystemHandle ? [answer.value] : [],
  );
}
