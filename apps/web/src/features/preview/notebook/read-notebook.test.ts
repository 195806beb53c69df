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
