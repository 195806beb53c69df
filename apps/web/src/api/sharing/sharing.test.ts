import type { NodeId } from '@coffer/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { type GivenGrant, restoreGrant, restoreGrants } from './sharing.ts';

// oxlint-disable typescript/no-unsafe-type-assertion -- only the parser of the server creates these brands
const idOf = (last: number): string => `0197a1f0-0000-7000-8000-00000000000${last}`;
const NODE = idOf(0) as NodeId;

function grantOf(last: number): GivenGrant {
  return {
    holder: 'person',
    holderId: idOf(last),
    role: 'viewer',
    expiresAt: null,
    message: '',
  } as GivenGrant;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The server refuses the given holders. */
function answerWith(refused: Readonly<Record<string, string>>): void {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', (_: string, { body }: { readonly body: string }) => {
    const { personIds } = JSON.parse(body) as { readonly personIds: readonly string[] };
    const items = personIds.map((holderId) => {
      const code = refused[holderId];
      return { ok: code === undefined, holder: 'person', holderId, ...(code !== undefined && { code }) };
    });
    return Promise.resolve(new Response(JSON.stringify({ items })));
  });
}

test('a grant that the server does not restore is told to the caller', async () => {
  answerWith({ [idOf(2)]: 'person_not_found', [idOf(3)]: 'has_access_already' });
  expect(await restoreGrants(NODE, [grantOf(1), grantOf(2), grantOf(3)])).toEqual([
    { holderId: idOf(2), code: 'person_not_found' },
    { holderId: idOf(3), code: 'has_access_already' },
  ]);
  expect(await restoreGrant(NODE, grantOf(2))).toEqual({ holderId: idOf(2), code: 'person_not_found' });
  expect(await restoreGrant(NODE, grantOf(1))).toBeUndefined();
});
