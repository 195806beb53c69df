/**
 * Ends a line at `\n` alone, as JSON Lines do. `readline` ends it at U+2028 and U+2029 too, which JSON leaves as they
 * are.
 */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    if (!chunk.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
