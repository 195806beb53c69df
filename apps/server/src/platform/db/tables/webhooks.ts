import type { Generated } from 'kysely';
import type { Changing } from './changing.ts';
import type { PendingEventsTable } from './tree/files.ts';

export interface WebhooksTables {
  webhook: WebhookTable;
  /** Events that have no delivery row yet. */
  webhook_pending: PendingEventsTable;
  webhook_delivery: WebhookDeliveryTable;
}

interface WebhookTable extends Changing {
  id: string;
  /** Null for a webhook of all spaces. */
  space_id: string | null;
  owner_id: string;
  label: string;
  url: string;
  events: string[];
  secret_sealed: string;
  old_secret_sealed: string | null;
  old_secret_until: Date | null;
  paused_because: 'person' | 'failing' | 'gone' | 'owner' | null;
  /** Consecutive failed deliveries. */
  failures: Generated<number>;
  failing_since: Date | null;
  /** No delivery is attempted before this time. */
  resting_until: Date | null;
  last_success_at: Date | null;
  /** Events that were dropped because too many deliveries were pending. */
  missed: Generated<number>;
}

interface WebhookDeliveryTable {
  id: string;
  webhook_id: string;
  /** Null for a test delivery. */
  event_id: string | null;
  type: string;
  body: string;
  state: 'waiting' | 'sent' | 'failed';
  tries: Generated<number>;
  due_at: Date;
  /** No attempt begins after this time. */
  until: Date;
  tried_at: Date | null;
  duration_ms: number | null;
  status: number | null;
  fault: string | null;
  answer: string | null;
  created_at: Date;
  ended_at: Date | null;
}
