import type { AuditAction } from '@coffer/contracts';
import type { AuditEntry } from '../audit/index.ts';
import { nameOf, type WebhookRow } from './model.ts';

/** The audit facts of a webhook. Its URL may contain a secret, so only the host is named. */
export function auditOf(
  { space_id: spaceId, ...webhook }: Pick<WebhookRow, 'space_id' | 'label' | 'url'>,
  action: Extract<AuditAction, `webhook_${string}`>,
): Pick<AuditEntry, 'action' | 'subject' | 'facts'> {
  const facts = { webhook: nameOf(webhook), host: new URL(webhook.url).host };
  return { action, facts, ...(spaceId === null ? {} : { subject: { kind: 'space', id: spaceId } }) };
}
