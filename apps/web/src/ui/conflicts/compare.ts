interface Compared {
  readonly sizeBytes: number | null;
  readonly modifiedAt: string | Date | undefined;
}

/** In what respects the first item exceeds the second. */
export function advantages(one: Compared, other: Compared): readonly ('newer' | 'larger')[] {
  const isNewer =
    one.modifiedAt !== undefined &&
    other.modifiedAt !== undefined &&
    new Date(one.modifiedAt) > new Date(other.modifiedAt);
  const isLarger = one.sizeBytes !== null && other.sizeBytes !== null && one.sizeBytes > other.sizeBytes;
  return [...(isNewer ? ['newer' as const] : []), ...(isLarger ? ['larger' as const] : [])];
}
