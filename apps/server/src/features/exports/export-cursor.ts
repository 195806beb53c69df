import { EXPORT_PARTS, type ExportPart } from './store/records.ts';

interface Place {
  readonly part: ExportPart;
  readonly after: readonly [string, string];
}

const ID = '(|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
const WRITTEN = new RegExp(String.raw`^([a-z]+)\.${ID}\.${ID}$`);

/** Writes a position as a cursor. It contains only ids that the reader has seen. */
export function writePlace({ part, after }: Place): string {
  return [part, ...after].join('.');
}

/** Parses a cursor. Without text it is the beginning; undefined if the text is not a valid cursor. */
export function parsePlace(text: string | undefined): Place | undefined {
  if (text === undefined) return { part: 'nodes', after: ['', ''] };
  const [, name, first = '', second = ''] = WRITTEN.exec(text) ?? [];
  const part = EXPORT_PARTS.find((each) => each === name);
  return part === undefined ? undefined : { part, after: [first, second] };
}
