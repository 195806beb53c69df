/** Camera metadata of a photo, with checked types. Any member may be missing. */
export interface Photo {
  /** Local time of the camera. */
  readonly takenAt?: Date | undefined;
  readonly camera?: string | undefined;
  readonly lens?: string | undefined;
  readonly aperture?: number | undefined;
  readonly exposureSeconds?: number | undefined;
  readonly iso?: number | undefined;
  readonly focalMillimeters?: number | undefined;
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
}

const WORDS_MAX = 100;

export function photoOf(tags: unknown): Photo {
  if (typeof tags !== 'object' || tags === null) return {};
  const all = new Map<string, unknown>(Object.entries(tags));
  const make = textOf(all.get('Make'));
  const model = textOf(all.get('Model'));
  const latitude = numberOf(all.get('latitude'), -90);
  const longitude = numberOf(all.get('longitude'), -180);
  const isPlace = latitude !== undefined && longitude !== undefined && latitude <= 90 && longitude <= 180;
  return {
    takenAt: dateOf(all.get('DateTimeOriginal')) ?? dateOf(all.get('CreateDate')),
    // Many cameras include the maker in the model.
    camera: make !== undefined && model?.startsWith(make) === false ? `${make} ${model}` : (model ?? make),
    lens: textOf(all.get('LensModel')),
    aperture: numberOf(all.get('FNumber')),
    exposureSeconds: numberOf(all.get('ExposureTime')),
    iso: numberOf(all.get('ISO')),
    focalMillimeters: numberOf(all.get('FocalLength')),
    place: isPlace ? { latitude, longitude } : undefined,
  };
}

/** `1/125`, or seconds for a long exposure. */
export function formatExposure(seconds: number, number: (value: number) => string): string {
  return seconds >= 0.3 ? number(Math.round(seconds * 10) / 10) : `1/${number(Math.round(1 / seconds))}`;
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // oxlint-disable-next-line no-control-regex -- some cameras pad with zero bytes
  const words = value.replaceAll(/[\u0000-\u001f]/g, '').trim();
  return words === '' ? undefined : words.slice(0, WORDS_MAX);
}

function numberOf(value: unknown, min = Number.MIN_VALUE): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= min ? value : undefined;
}

function dateOf(value: unknown): Date | undefined {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value : undefined;
}
