/** Page number from `#page=12` or `?page=12` in the URL. Undefined for the first page, and if invalid. */
export function pageOfAddress(): number | undefined {
  const { hash, searchParams } = new URL(location.href);
  const page = Number(new URLSearchParams(hash.slice(1)).get('page') ?? searchParams.get('page') ?? '');
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
}
