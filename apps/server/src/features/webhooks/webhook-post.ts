import { SERVER_LIMITS } from '@coffer/contracts';
import { createGuardedPost, type GuardedPost } from '../../platform/network/guarded-post.ts';

/** Creates the client for webhooks. `networks` may be called even though they are not public. */
export function createWebhookPost(networks: readonly string[]): GuardedPost {
  return createGuardedPost({
    allowed: networks,
    timeLimitMs: SERVER_LIMITS.webhookTimeoutMs,
    answerMaxBytes: SERVER_LIMITS.webhookAnswerMaxBytes,
  });
}
