/** `#page=12`. Undefined for the first page. */
export function pageOfAddress(): number | undefined {
  const { hash, searchParams } = new URL(location.href);
  const page = Number(new URLSearchParams(hash.slice(1)).get('page') ?? searchParams.get('page') ?? '');
  return Number.isSafeInteger(page) && page > 1 ? page : undefined;
}
