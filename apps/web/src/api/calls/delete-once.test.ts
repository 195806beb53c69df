import { expect, test } from 'vitest';
import { deleteOnce } from './delete-once.ts';
import { ApiFailure, apiErrorOf, localError } from './error.ts';

test('what is already gone counts as deleted, and every other refusal stays one', async () => {
  const gone = new ApiFailure(localError('token_not_found'));
  await expect(deleteOnce('token_not_found', Promise.reject(gone))).resolves.toBeUndefined();
  const cause: unknown = await deleteOnce('session_not_found', Promise.reject(gone)).catch(
    (caught: unknown) => caught,
  );
  expect(apiErrorOf(cause).code).toBe('token_not_found');
});
