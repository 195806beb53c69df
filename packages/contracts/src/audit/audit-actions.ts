/** Every audited act, by the group that the page filters by. */
export const AUDIT_ACTIONS_OF = {
  sign_in: [
    'signed_in',
    'sign_in_refused',
    'signed_out',
    'session_ended',
    'sessions_ended',
    'password_changed',
    'factor_changed',
    'factors_reset',
    'recovery_codes_made',
    'recovery_code_used',
    'passkey_added',
    'passkey_removed',
    'email_changed',
  ],
  people: [
    'person_invited',
    'invitation_withdrawn',
    'person_joined',
    'administrator_created',
    'person_disabled',
    'person_enabled',
    'person_removed',
    'person_role_changed',
    'person_quota_changed',
    'password_link_created',
    'account_deleted',
    'group_created',
    'group_renamed',
    'group_deleted',
    'group_member_added',
    'group_member_removed',
  ],
  /** Of the people, who is new here. */
  joined: ['person_joined'],
  spaces: [
    'space_created',
    'space_changed',
    'space_archived',
    'space_restored',
    'space_emptied',
    'space_handed_over',
    'quota_changed',
    'member_added',
    'member_changed',
    'member_removed',
    'member_left',
  ],
  sharing: [
    'grant_added',
    'grant_changed',
    'grant_removed',
    'grant_left',
    'link_created',
    'link_changed',
    'link_revoked',
    'link_restored',
    'files_handed_in',
    'seen_as',
  ],
  deletions: ['purged', 'version_deleted'],
  system: ['setting_changed', 'audit_exported', 'storage_repaired', 'mail_failed'],
} as const;

export type AuditGroup = keyof typeof AUDIT_ACTIONS_OF;
export type AuditAction = (typeof AUDIT_ACTIONS_OF)[AuditGroup][number];

export const AUDIT_GROUPS = [
  'sign_in',
  'people',
  'joined',
  'spaces',
  'sharing',
  'deletions',
  'system',
] as const satisfies readonly AuditGroup[];

export const AUDIT_ACTIONS = [
  ...AUDIT_ACTIONS_OF.sign_in,
  ...AUDIT_ACTIONS_OF.people,
  ...AUDIT_ACTIONS_OF.spaces,
  ...AUDIT_ACTIONS_OF.sharing,
  ...AUDIT_ACTIONS_OF.deletions,
  ...AUDIT_ACTIONS_OF.system,
] as const;
