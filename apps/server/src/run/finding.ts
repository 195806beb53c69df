import { describeStartError, type StartError } from '../embedded/start-errors.ts';

export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly remedy?: string;
}

export function isFine(finding: Finding): boolean {
  return finding.state !== 'fail';
}

export function fine(check: string, message: string): Finding {
  return { check, state: 'ok', message };
}

/** A finding from a start error, whose last line is its remedy. */
export function failed(check: string, error: StartError): Finding {
  const lines = describeStartError(error).split('\n');
  const remedy = lines.pop() ?? '';
  return { check, state: 'fail', message: lines.join(' '), remedy };
}

export function toText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .flatMap(({ check, state, message, remedy }) => [
      `${state.padEnd(5)} ${check.padEnd(width)}  ${message}`,
      ...(remedy === undefined ? [] : [`${' '.repeat(width + 6)}  ${remedy}`]),
    ])
    .join('\n');
}
