import { DAY_MS } from '@coffer/kit';
import { z } from 'zod';
import { createRowId } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../store/database/database.ts';
import { insertOutboxMessage, type OutboxMessage } from '../store/outbox.ts';
import type { Medium, MessageKind } from './delivery.ts';

const LIFE_DAYS: Readonly<Partial<Record<MessageKind, number>>> = { invitation: 365 };
const DEFAULT_LIFE_DAYS = 1;

const payloadSchema = z.strictObject({
  to: z.string(),
  values: z.strictObject({
    code: z.string().optional(),
    username: z.string().optional(),
    password: z.string().optional(),
  }),
});

export type MessagePayload = z.infer<typeof payloadSchema>;

export interface QueuedMessage {
  readonly poolId: string;
  readonly accountId: string;
  readonly kind: MessageKind;
  readonly medium: Medium;
  readonly to: string;
  readonly values: { readonly code?: string; readonly username?: string; readonly password?: string };
}

/**
 * Adds a message in the caller's transaction, so that it is sent only after the commit. The text is rendered when it is
 * sent.
 */
export async function queueMessage(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  message: QueuedMessage,
): Promise<void> {
  await insert(deps, tx, { ...message, isDecoy: false });
}

/** Does the same work for an unknown name, but sends nothing. */
export async function queueDecoy(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  message: Omit<QueuedMessage, 'accountId'>,
): Promise<void> {
  await insert(deps, tx, { ...message, accountId: null, isDecoy: true });
}

/** Undefined for a row in an earlier format. */
export function openPayload(
  vault: Deps['vault'],
  message: Pick<OutboxMessage, 'id' | 'payloadSealed'>,
): MessagePayload | undefined {
  const json: unknown = JSON.parse(
    vault.open(outboxContext(message.id), message.payloadSealed).toString('utf8'),
  );
  return payloadSchema.safeParse(json).data;
}

async function insert(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  message: Omit<QueuedMessage, 'accountId'> & {
    readonly accountId: string | null;
    readonly isDecoy: boolean;
  },
): Promise<void> {
  const { to, values, kind } = message;
  const now = deps.clock.now();
  const id = createRowId(now);
  const payload: MessagePayload = { to, values };
  await insertOutboxMessage(tx, {
    id,
    poolId: message.poolId,
    accountId: message.accountId,
    kind,
    medium: message.medium,
    payloadSealed: deps.vault.seal(outboxContext(id), Buffer.from(JSON.stringify(payload), 'utf8')),
    createdAt: now,
    expiresAt: new Date(now.getTime() + (LIFE_DAYS[kind] ?? DEFAULT_LIFE_DAYS) * DAY_MS),
    deliveredAt: message.isDecoy ? now : null,
  });
}

export function outboxContext(id: string): string {
  return `outbox|${id}`;
}
