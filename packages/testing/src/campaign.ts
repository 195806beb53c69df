// oxlint-disable-next-line node/no-process-env -- the script that runs the campaigns sets it
const isCampaign = process.env['COFFER_CAMPAIGNS'] === '1';

/**
 * The size of a long test: small in `npm test`, full in `npm run test:campaigns`. List files that use it in
 * `scripts/test-plan.ts`.
 */
export function sized<T>({ gate, campaign }: { readonly gate: T; readonly campaign: T }): T {
  return isCampaign ? campaign : gate;
}
