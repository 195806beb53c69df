import { expect, test } from 'vitest';
import { readNotebook } from './read-notebook.ts';

const read = (cells: readonly unknown[]) => readNotebook(JSON.stringify({ cells }));
const code = (...outputs: readonly unknown[]) => ({
  cell_type: 'code',
  source: ['a\n', 'b'],
  execution_count: 3,
  outputs,
});

test('cells become plain data, in the richest supported format', () => {
  const notebook = read([
    { cell_type: 'markdown', source: '# Title' },
    code(
      { output_type: 'stream', text: ['one\n', 'two'] },
      { output_type: 'display_data', data: { 'image/png': 'AAAA\nBBBB', 'text/plain': 'a plot' } },
      { output_type: 'execute_result', data: { 'text/html': '<b>x</b>', 'text/plain': 'x' } },
      { output_type: 'error', traceback: ['line 1', 'line 2'] },
    ),
    { cell_type: 'raw', source: 'raw' },
    { cell_type: 'unknown' },
    null,
  ]);
  expect(notebook?.cells.map(({ kind }) => kind)).toEqual(['markdown', 'code', 'raw']);
  const [, cell] = notebook?.cells ?? [];
  expect(cell).toEqual({
    kind: 'code',
    source: 'a\nb',
    count: 3,
    outputs: [
      { kind: 'text', runs: [{ text: 'one\ntwo', color: undefined, isBold: false }] },
      { kind: 'picture', address: 'data:image/png;base64,AAAABBBB', alt: 'a plot' },
      { kind: 'html', html: '<b>x</b>' },
      { kind: 'error', runs: [{ text: 'line 1\nline 2\n', color: undefined, isBold: false }] },
    ],
  });
});

test.each(['{}', '[]', 'null', '{"cells":{}}', '{"worksheets":[]}'])('%s is not a notebook', (source) => {
  expect(readNotebook(source)).toBeUndefined();
});

test('very long notebooks are truncated', () => {
  const notebook = read(Array.from({ length: 5_000 }, () => code()));
  expect([notebook?.cells.length, notebook?.isCut]).toEqual([2_000, true]);
  const [cell] =
    read([code(...Array.from({ length: 500 }, () => ({ output_type: 'stream', text: 'x' })))])?.cells ?? [];
  expect(cell?.kind === 'code' && cell.outputs.length).toBe(50);
});

test('a notebook with too much to render is cut, whatever it consists of', () => {
  const colours = Array.from({ length: 1_000 }, (_, index) => `\u001b[3${index % 2}mx`).join('');
  const coloured = code(...Array.from({ length: 20 }, () => ({ output_type: 'stream', text: colours })));
  const cells = Array.from({ length: 50 }, () => coloured);
  const words = { cell_type: 'markdown', source: '*a* '.repeat(5_000) };
  for (const notebook of [read(cells), read([...Array.from({ length: 50 }, () => words), ...cells])]) {
    expect(notebook?.isCut).toBe(true);
    expect(partsOf(notebook)).toBeLessThanOrEqual(60_000);
    expect(partsOf(notebook)).toBeGreaterThan(50_000);
  }
  expect(read([coloured])?.isCut).toBe(false);
});

function partsOf(notebook: ReturnType<typeof read>): number {
  const parts = (notebook?.cells ?? []).map((cell) => {
    if (cell.kind === 'markdown') return 1 + cell.page.count;
    if (cell.kind === 'raw') return 1;
    return cell.outputs.reduce((sum, output) => sum + 1 + ('runs' in output ? output.runs.length : 0), 1);
  });
  return parts.reduce((sum, part) => sum + part, 0);
}
