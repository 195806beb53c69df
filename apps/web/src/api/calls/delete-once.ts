import { apiErrorOf, type ApiError } from './error.ts';

/** Awaits a deletion. What was already deleted elsewhere, which the code tells, counts as deleted. */
export async function deleteOnce(gone: ApiError['code'], deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (cause) {
    if (apiErrorOf(cause).code !== gone) throw cause;
  }
}
