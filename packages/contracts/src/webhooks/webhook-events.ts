/** Events that a webhook can receive, by the group that the page shows. */
export const WEBHOOK_EVENTS_OF = {
  files: [
    'file.added',
    'file.changed',
    'folder.added',
    'item.renamed',
    'item.moved',
    'item.copied',
    'item.trashed',
    'item.restored',
    'item.deleted',
    'version.restored',
    'version.deleted',
    'version.damaged',
  ],
  sharing: [
    'access.given',
    'access.changed',
    'access.ended',
    'invitation.sent',
    'invitation.changed',
    'invitation.withdrawn',
    'link.created',
    'link.changed',
    'link.revoked',
    'link.restored',
  ],
  members: ['member.added', 'member.changed', 'member.removed'],
  space: [
    'space.changed',
    'space.retention_changed',
    'space.archived',
    'space.restored',
    'space.handed_over',
    'space.quota_changed',
  ],
  /** Only for webhooks of all spaces, because a new space has no webhook yet. */
  spaces: ['space.created'],
} as const;

export type WebhookEventGroup = keyof typeof WEBHOOK_EVENTS_OF;
export type WebhookEvent = (typeof WEBHOOK_EVENTS_OF)[WebhookEventGroup][number];

const SPACE_GROUPS = ['files', 'sharing', 'members', 'space'] as const satisfies readonly WebhookEventGroup[];
const ALL_GROUPS = [...SPACE_GROUPS, 'spaces'] as const;

/** The event groups that a webhook of one space, or of all spaces, can receive. */
export function webhookGroups(isOfAllSpaces: boolean): readonly WebhookEventGroup[] {
  return isOfAllSpaces ? ALL_GROUPS : SPACE_GROUPS;
}

export const WEBHOOK_EVENTS = [
  ...WEBHOOK_EVENTS_OF.files,
  ...WEBHOOK_EVENTS_OF.sharing,
  ...WEBHOOK_EVENTS_OF.members,
  ...WEBHOOK_EVENTS_OF.space,
  ...WEBHOOK_EVENTS_OF.spaces,
] as const;

/**
 * Why a webhook is paused: by a person, after days of failures, by the answer 410, or because its owner lost the right.
 */
export const WEBHOOK_PAUSES = ['person', 'failing', 'gone', 'owner'] as const;
export type WebhookPause = (typeof WEBHOOK_PAUSES)[number];

/** Why a delivery failed. `refused`: a response other than 2xx. */
export const WEBHOOK_FAULTS = [
  'refused',
  'redirected',
  'address_not_allowed',
  'name_unknown',
  'unreachable',
  'timeout',
  'tls_expired',
  'tls_untrusted',
  'tls_name_mismatch',
  'tls_not_spoken',
  'not_http',
  'secret_lost',
] as const;
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];
