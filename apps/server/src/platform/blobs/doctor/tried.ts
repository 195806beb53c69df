import { type Area, AREAS, type Diagnosis, type Tried } from './model.ts';

const FINE: Diagnosis = {
  code: 'fine',
  severity: 'ok',
  message: 'Everything that was tried works.',
  fix: null,
};

/** The cause first. A single `fine` if there are no problems. */
export function diagnosesOf(tried: readonly Tried[]): readonly Diagnosis[] {
  const diagnoses = AREAS.flatMap((area) => foundIn(tried, area) ?? []);
  if (diagnoses.every(({ severity }) => severity === 'ok')) return [FINE, ...diagnoses];
  const ofThis = (wanted: Diagnosis['severity']): readonly Diagnosis[] =>
    diagnoses.filter(({ severity }) => severity === wanted);
  return [...ofThis('fail'), ...ofThis('warn'), ...ofThis('ok')];
}

const AGAINST_PARTS: ReadonlySet<string> = new Set([
  'no_multipart',
  'multipart_broken',
  'part_numbers_limited',
  'whole_different',
  'body_limited',
]);

/** Null if not fully tested. */
export function takesParts(tried: readonly Tried[]): boolean | null {
  const found = foundIn(tried, 'parts');
  if (found === undefined) return null;
  const codes = [...found, ...(foundIn(tried, 'bodies') ?? [])].map(({ code }) => code);
  if (codes.some((code) => AGAINST_PARTS.has(code))) return false;
  return codes.includes('body_slow') ? null : true;
}

function foundIn(tried: readonly Tried[], wanted: Area): readonly Diagnosis[] | undefined {
  return tried.find(({ area }) => area === wanted)?.diagnoses;
}
