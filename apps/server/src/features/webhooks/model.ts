import {
  SpaceId,
  UserId,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  WebhookDelivery as DeliverySchema,
  Webhook as WebhookSchema,
  type WebhookFault,
  type WebhookPause,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';

export interface WebhookRow {
  readonly id: string;
  readonly space_id: string | null;
  readonly owner_id: string;
  readonly label: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly secret_sealed: string;
  readonly old_secret_sealed: string | null;
  readonly old_secret_until: Date | null;
  readonly paused_because: WebhookPause | null;
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
  readonly missed: number;
  readonly created_at: Date;
  readonly revision: number;
}

/** A webhook with the facts that are shown to people. */
export interface ShownWebhookRow extends WebhookRow {
  readonly owner_name: string | null;
  readonly waiting: number;
  readonly last: {
    readonly created_at: string;
    readonly state: WebhookDelivery['state'];
    readonly status: number | null;
    readonly fault: WebhookFault | null;
  } | null;
}

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly type: string;
  readonly body: string;
  readonly state: WebhookDelivery['state'];
  readonly tries: number;
  readonly due_at: Date;
  /** No try starts after this time. */
  readonly until: Date;
  readonly tried_at: Date | null;
  readonly duration_ms: number | null;
  readonly status: number | null;
  readonly fault: string | null;
  readonly answer: string | null;
  readonly created_at: Date;
}

/** Pauses between the twelve tries, together about 21 hours. The first is longer than a try may take. */
const PAUSES_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  4 * HOUR_MS,
  4.5 * HOUR_MS,
  6 * HOUR_MS,
];
const REST_FIRST_MS = 5 * SECOND_MS;
const REST_MAX_MS = 5 * MINUTE_MS;

/** The pause after this many tries. */
export function pauseAfter(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0;
}

/** The pause of all deliveries to a receiver that has failed this many times in a row. */
export function restAfter(failures: number): number {
  return Math.min(REST_FIRST_MS * 2 ** Math.min(failures - 1, 20), REST_MAX_MS);
}

export const secretPurpose = (webhookId: string): string => `webhook.secret:${webhookId}`;

/** The name of a webhook: its label, or the host. */
export function nameOf({ label, url }: Pick<WebhookRow, 'label' | 'url'>): string {
  return label === '' ? new URL(url).host : label;
}

function stateOf({
  paused_because: paused,
  failures,
  last_success_at: success,
}: WebhookRow): Webhook['state'] {
  if (paused !== null) return 'paused';
  if (failures > 0) return 'retrying';
  return success === null ? 'new' : 'works';
}

export function presentWebhook(row: ShownWebhookRow, now: Date): Webhook {
  const { last, old_secret_until: until } = row;
  return WebhookSchema.parse({
    id: row.id,
    spaceId: row.space_id === null ? null : SpaceId.parse(row.space_id),
    url: row.url,
    label: row.label,
    events: row.events,
    owner: row.owner_name === null ? null : { id: UserId.parse(row.owner_id), name: row.owner_name },
    state: stateOf(row),
    pausedBecause: row.paused_because,
    last: last && {
      at: new Date(last.created_at).toISOString(),
      state: last.state,
      status: last.status,
      fault: last.fault,
    },
    waiting: row.waiting,
    missed: row.missed,
    oldSecretUntil: until !== null && until > now ? until.toISOString() : null,
    createdAt: row.created_at.toISOString(),
    revision: row.revision,
  } satisfies Record<keyof Webhook, unknown>);
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return DeliverySchema.parse({
    id: row.id,
    type: row.type,
    at: row.created_at.toISOString(),
    state: row.state,
    tries: row.tries,
    nextAt: row.state === 'waiting' ? row.due_at.toISOString() : null,
    triedAt: row.tried_at?.toISOString() ?? null,
    durationMs: row.duration_ms,
    status: row.status,
    fault: row.fault,
    answer: row.answer,
    body: row.body,
  } satisfies Record<keyof WebhookDelivery, unknown>);
}

export function untilOf(now: Date): Date {
  return new Date(now.getTime() + SERVER_LIMITS.webhookLifeMs);
}

/** The API's names of events by their names in the database. */
export const TYPE_OF_VERB = {
  file_created: 'file.added',
  version_created: 'file.changed',
  folder_created: 'folder.added',
  node_renamed: 'item.renamed',
  node_moved: 'item.moved',
  node_copied: 'item.copied',
  node_trashed: 'item.trashed',
  node_restored: 'item.restored',
  node_purged: 'item.deleted',
  node_purge_stopped: 'item.trashed',
  version_restored: 'version.restored',
  version_deleted: 'version.deleted',
  version_damaged: 'version.damaged',
  grant_added: 'access.given',
  grant_returned: 'access.given',
  address_joined: 'access.given',
  grant_changed: 'access.changed',
  grant_removed: 'access.ended',
  grant_left: 'access.ended',
  address_invited: 'invitation.sent',
  address_changed: 'invitation.changed',
  address_withdrawn: 'invitation.withdrawn',
  link_created: 'link.created',
  link_changed: 'link.changed',
  link_revoked: 'link.revoked',
  link_restored: 'link.restored',
  member_added: 'member.added',
  member_changed: 'member.changed',
  member_removed: 'member.removed',
  member_left: 'member.removed',
  space_changed: 'space.changed',
  retention_changed: 'space.retention_changed',
  space_restored: 'space.restored',
  space_handed_over: 'space.handed_over',
  quota_changed: 'space.quota_changed',
  space_created: 'space.created',
  space_archived: 'space.archived',
} as const satisfies Readonly<Record<string, WebhookEvent>>;

export type Fact = string | number | null;

export interface EventRow {
  readonly id: string;
  readonly space_id: string;
  readonly space_name: string;
  readonly space_kind: 'personal' | 'team' | 'linked';
  readonly verb: keyof typeof TYPE_OF_VERB;
  readonly node_id: string;
  /** Null if the node no longer exists. */
  readonly node_kind: 'folder' | 'file' | null;
  readonly node_name: string | null;
  readonly is_root: boolean;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly at: Date;
}
