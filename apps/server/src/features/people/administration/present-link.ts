import type { IssuedLink as IssuedLinkView } from '@coffer/contracts';
import type { IssuedLink } from '../../one-time-links/index.ts';

export function presentLink({ url, expiresAt }: IssuedLink): IssuedLinkView {
  return { url, expiresAt: expiresAt.toISOString() };
}
