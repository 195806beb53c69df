import type { Deps } from '../deps.ts';
import type { Tx } from '../store/database/database.ts';
import type { Interaction } from './interaction.ts';
import { grantCode } from './oauth/grant-code.ts';
import { redirect } from './respond.ts';
import { startSession } from './sessions.ts';
import { completeAuthorizationRequest } from './store/authorization-requests.ts';

/** Runs in the transaction of the last step. Undefined if a parallel answer was first. */
export async function completeInteraction(
  deps: Deps,
  tx: Tx,
  end: {
    readonly interaction: Interaction;
    readonly accountId: string;
    readonly provider: string | null;
  },
): Promise<Response | undefined> {
  const { interaction, accountId, provider } = end;
  const { request, client } = interaction;
  if (!(await completeAuthorizationRequest(tx, request.id, deps.clock.now()))) return undefined;
  const poolId = client.pool.id;
  const { cookie, authenticatedAt } = await startSession(deps, tx, { poolId, accountId, provider });
  const { parameters } = request;
  const location = await grantCode(deps, tx, { client, accountId, authenticatedAt, parameters });
  return redirect(location, {
    status: 303,
    cookies: [cookie],
    isSecure: deps.publicUrl.startsWith('https:'),
  });
}
