import { defined } from '@coffer/kit';

export interface PartHeader {
  readonly name: string;
  readonly filename: string;
}

export function parsePartHeader(text: string): PartHeader | undefined {
  const line = text.split('\r\n').find((candidate) => /^content-disposition:/i.test(candidate));
  const [, parameters] = /^content-disposition:\s*form-data\s*(;.*)$/i.exec(line ?? '') ?? [];
  if (parameters === undefined) return undefined;
  const found = new Map<string, string>();
  const parameter = /\s*;\s*([\w*.-]+)=(?:"((?:\\"|[^"])*)"|([^\s;"]*))\s*/y;
  while (parameter.lastIndex < parameters.length) {
    const match = parameter.exec(parameters);
    if (match === null) return undefined;
    found.set(
      defined(match[1], 'the parameter has no name').toLowerCase(),
      unescape(match[2] ?? match[3] ?? ''),
    );
  }
  const name = found.get('name');
  return name === undefined ? undefined : { name, filename: found.get('filename') ?? '' };
}

/** Some clients escape a quote as `\"`, browsers as `%22`. Other backslashes belong to Windows paths. */
function unescape(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll('%22', '"');
}
