import type {
  AcceptInvitationRequest,
  LinkUsed,
  OneTimeLink,
  OpenLinkRequest,
  UseResetLinkRequest,
} from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import { call } from '../calls/client.ts';
import type { ApiError } from '../calls/error.ts';

export function openLink(body: OpenLinkRequest): Promise<Result<OneTimeLink, ApiError>> {
  return call('openLink', { body });
}

export function acceptInvitation(body: AcceptInvitationRequest): Promise<Result<LinkUsed, ApiError>> {
  return call('acceptInvitation', { body });
}

export function sendNewPassword(body: UseResetLinkRequest): Promise<Result<LinkUsed, ApiError>> {
  return call('useResetLink', { body });
}
