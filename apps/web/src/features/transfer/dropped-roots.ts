type Item = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/**
 * Ways to what is dropped that outlive the page, where the browser gives them. Must be called within the event. A handle that was
 * refused is missing.
 */
export async function rootsOf(items: readonly DataTransferItem[]): Promise<readonly FileSystemHandle[]> {
  const asked = items.map((item: Item) => item.getAsFileSystemHandle?.() ?? Promise.resolve(null));
  const answers = await Promise.allSettled(asked);
  // What is pasted has none, and some browsers say so by another nothing than the specification.
  return answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value instanceof FileSystemHandle ? [answer.value] : [],
  );
}
