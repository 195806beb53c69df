export { deleteAllTokens, listLiveTokens, sweepTokens } from './delete-all-tokens.ts';
export { createTokenLimit, findTokenActor } from './find-token-actor.ts';
export { deleteToken, listTokens } from './own-tokens.ts';
