import type { IssuedLink as IssuedLinkView } from '@coffer/contracts';
import type { IssuedLink } from '../issue-link.ts';

export function presentLink({ url, expiresAt }: IssuedLink): IssuedLinkView {
  return { url, expiresAt: expiresAt.toISOString() };
}
