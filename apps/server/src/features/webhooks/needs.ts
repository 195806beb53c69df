import type { GuardedPost } from '../../platform/network/guarded-post.ts';
import type { Services } from '../../services.ts';

export type WebhookNeeds = Pick<Services, 'cipher' | 'clock' | 'db' | 'log' | 'newId'> & {
  readonly guardedPost: GuardedPost;
};
