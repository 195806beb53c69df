import type { DiagnosisCode } from './diagnoses.ts';

export type Found = readonly [code: DiagnosisCode, seen?: string];

export function only(isSo: boolean, found: Found): readonly Found[] {
  return isSo ? [found] : [];
}
