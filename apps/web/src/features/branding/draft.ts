import { LIMITS, replaceHidden, type Settings } from '@coffer/contracts';

export const BRAND_KEYS = ['brandName', 'brandAccent', 'brandLogo', 'brandLogoDark'] as const;
export type BrandKey = (typeof BRAND_KEYS)[number];
export type Brand = Readonly<Record<BrandKey, string>>;

export function brandOf({ brandName, brandAccent, brandLogo, brandLogoDark }: Settings): Brand {
  return { brandName, brandAccent, brandLogo, brandLogoDark };
}

/** The values of the draft that differ from the saved ones. */
export function changesOf(draft: Brand, saved: Brand): Partial<Record<BrandKey, string>> {
  return Object.fromEntries(
    BRAND_KEYS.filter((key) => draft[key].trim() !== saved[key]).map((key) => [key, draft[key].trim()]),
  );
}

export function isPossibleName(typed: string): boolean {
  const name = typed.trim();
  return name !== '' && name.length <= LIMITS.brandNameLengthMax && replaceHidden(name, () => '') === name;
}
