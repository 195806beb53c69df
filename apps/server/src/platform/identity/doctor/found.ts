import type { DiagnosisCode } from './diagnoses.ts';

/** What was found in the settings: a code, and what was seen. */
export type Found = readonly [code: DiagnosisCode, seen?: string];

/** One finding, if it is so. */
export function only(isSo: boolean, found: Found): readonly Found[] {
  return isSo ? [found] : [];
}
