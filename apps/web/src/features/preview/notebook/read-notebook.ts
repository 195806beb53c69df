import { memberOf } from '../../../lib/json/member-of.ts';
import { parseMarkdown } from '../markdown/parse.ts';
import { ansiRuns } from './ansi.ts';
import type { Notebook, NotebookCell, NotebookOutput } from './notebook.ts';

const CELLS_MAX = 2_000;
const OUTPUTS_MAX = 50;
const SOURCE_MAX = 200_000;
const TEXT_MAX = 100_000;
const MARKDOWN_MAX = 200_000;
/** Rendering more cells, outputs, pieces of Markdown and runs of colour would block the page. */
const PARTS_MAX = 60_000;
const PICTURE_MAX = 20_000_000;

/** Picture formats of an output, the preferred one first. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** @see https://nbformat.readthedocs.io/en/latest/format_description.html */
export function readNotebook(source: string): Notebook | undefined {
  const file: unknown = JSON.parse(source);
  const cells = memberOf(file, 'cells');
  if (!Array.isArray(cells)) return undefined;
  const language = textOf(memberOf(memberOf(memberOf(file, 'metadata'), 'kernelspec'), 'display_name'));
  const reader = new Reader();
  const shown = cells.slice(0, CELLS_MAX).flatMap((cell: unknown) => reader.cellOf(cell) ?? []);
  return {
    language: language.slice(0, 100),
    cells: shown,
    isCut: cells.length > CELLS_MAX || reader.isCut,
  };
}

/** Counts what there is to render, and reads nothing more at the limit. */
class Reader {
  isCut = false;
  #left = PARTS_MAX;

  cellOf(cell: unknown): NotebookCell | undefined {
    if (!this.#take(1)) return undefined;
    const source = textOf(memberOf(cell, 'source')).slice(0, SOURCE_MAX);
    switch (memberOf(cell, 'cell_type')) {
      case 'markdown':
        return this.#markdownOf(source);
      case 'raw':
        return { kind: 'raw', source };
      case 'code': {
        const outputs = memberOf(cell, 'outputs');
        const count = memberOf(cell, 'execution_count');
        return {
          kind: 'code',
          source,
          count: typeof count === 'number' ? count : undefined,
          outputs: Array.isArray(outputs)
            ? outputs.slice(0, OUTPUTS_MAX).flatMap((output: unknown) => this.#outputOf(output) ?? [])
            : [],
        };
      }
      default:
        return undefined;
    }
  }

  #take(count: number): boolean {
    if (this.#left < count) this.isCut = true;
    else this.#left -= count;
    return !this.isCut;
  }

  #markdownOf(source: string): NotebookCell {
    const page = source.length > MARKDOWN_MAX ? undefined : parseMarkdown(source, this.#left);
    if (page === undefined) return { kind: 'raw', source };
    this.#left -= page.count;
    return { kind: 'markdown', page };
  }

  #outputOf(output: unknown): NotebookOutput | undefined {
    if (!this.#take(1)) return undefined;
    const type = memberOf(output, 'output_type');
    if (type === 'stream') return this.#textOutput('text', memberOf(output, 'text'));
    if (type === 'error') {
      const lines = memberOf(output, 'traceback');
      return this.#textOutput(
        'error',
        Array.isArray(lines) ? lines.map((line) => `${textOf(line)}\n`) : lines,
      );
    }
    if (type !== 'display_data' && type !== 'execute_result') return undefined;
    const data = memberOf(output, 'data');
    const alt = textOf(memberOf(data, 'text/plain')).slice(0, 200);
    const picture = PICTURES.map((kind) => [kind, textOf(memberOf(data, kind))] as const).find(
      ([, base64]) => base64 !== '' && base64.length <= PICTURE_MAX,
    );
    if (picture !== undefined)
      return {
        kind: 'picture',
        address: `data:${picture[0]};base64,${picture[1].replaceAll(/\s/g, '')}`,
        alt,
      };
    const svg = textOf(memberOf(data, 'image/svg+xml'));
    if (svg !== '' && svg.length <= PICTURE_MAX)
      return { kind: 'picture', address: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt };
    const html = textOf(memberOf(data, 'text/html'));
    if (html !== '' && html.length <= TEXT_MAX * 10) return { kind: 'html', html };
    return this.#textOutput('text', memberOf(data, 'text/plain'));
  }

  #textOutput(kind: 'text' | 'error', value: unknown): NotebookOutput | undefined {
    const words = textOf(value);
    if (words === '') return undefined;
    const shown = words.length > TEXT_MAX ? `${words.slice(0, TEXT_MAX)}\n…` : words;
    const runs = ansiRuns(shown, this.#left);
    this.#left = Math.max(0, this.#left - runs.length);
    return { kind, runs };
  }
}

/** Joins a value that is a string or an array of lines. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}
