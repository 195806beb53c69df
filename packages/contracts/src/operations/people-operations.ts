import {
  AcceptInvitationRequest,
  LinkUsed,
  OneTimeLink,
  OpenLinkRequest,
  UseResetLinkRequest,
} from '../people.ts';
import { ROUTES } from '../routes/routes.ts';

export const peopleOperations = {
  openLink: {
    ...ROUTES.openLink,
    summary: 'Whom a one-time link is for',
    body: OpenLinkRequest,
    response: OneTimeLink,
  },
  acceptInvitation: {
    ...ROUTES.acceptInvitation,
    summary: 'Create an account with an invitation link',
    body: AcceptInvitationRequest,
    response: LinkUsed,
  },
  useResetLink: {
    ...ROUTES.useResetLink,
    summary: 'Choose a new password with a reset link',
    body: UseResetLinkRequest,
    response: LinkUsed,
  },
} as const;
