import { z } from 'zod';
import { clientSecretContext } from '../accounts/clients.ts';
import { pendingContext as questionContext } from '../challenges/custom.ts';
import { exchangeContext } from '../challenges/device.ts';
import { totpContext } from '../challenges/software-token.ts';
import { pendingContext as webAuthnContext } from '../challenges/web-authn.ts';
import { outboxContext } from '../delivery/queue.ts';
import { verifierContext as deviceContext } from '../devices/device-verifier.ts';
import { providerContext } from '../hosted/federation/provider-details.ts';
import { federationContext } from '../hosted/federation/start.ts';
import { progressContext } from '../hosted/interaction.ts';
import { verifierContext } from '../passwords/credential.ts';
import type { RowNames, SealedColumn } from '../store/sealed-values.ts';
import { successorContext } from '../tokens/refresh.ts';
import { signingKeyContext } from '../tokens/signing-keys.ts';

const get = (row: RowNames, name: string): string => row[name] ?? '';
const hex = (row: RowNames, name: string): string => get(row, name).replace(/^\\x/, '');

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'setting',
    column: 'value',
    kind: 'text',
    key: { name: 'text' },
    contexts: (row) => [get(row, 'name')],
  },
  {
    table: 'client_secret',
    column: 'secret_sealed',
    kind: 'text',
    key: { id: 'text' },
    reads: ['client_id'],
    contexts: (row) => [clientSecretContext(get(row, 'client_id'))],
  },
  {
    table: 'signing_key',
    column: 'private_sealed',
    kind: 'text',
    key: { kid: 'text' },
    reads: ['pool_id'],
    contexts: (row) => [signingKeyContext(get(row, 'pool_id'), get(row, 'kid'))],
  },
  {
    table: 'account',
    column: 'verifier_sealed',
    kind: 'text',
    key: { id: 'uuid' },
    reads: ['pool_id'],
    contexts: accountContexts,
  },
  {
    table: 'account',
    column: 'password_history_sealed',
    kind: 'json',
    key: { id: 'uuid' },
    reads: ['pool_id'],
    contexts: accountContexts,
  },
  {
    table: 'software_token',
    column: 'secret_sealed',
    kind: 'text',
    key: { account_id: 'uuid' },
    contexts: (row) => [totpContext(get(row, 'account_id'))],
  },
  {
    table: 'software_token',
    column: 'pending_sealed',
    kind: 'text',
    key: { account_id: 'uuid' },
    contexts: (row) => [totpContext(get(row, 'account_id'))],
  },
  {
    table: 'device',
    column: 'verifier_sealed',
    kind: 'text',
    key: { device_key: 'text' },
    contexts: (row) => [deviceContext(get(row, 'device_key'))],
  },
  {
    table: 'srp_challenge',
    column: 'server_private_sealed',
    kind: 'text',
    key: { secret_block_hash: 'bytea' },
    contexts: (row) => [`srp|${hex(row, 'secret_block_hash')}`],
  },
  {
    table: 'auth_session',
    column: 'pending_sealed',
    kind: 'text',
    key: { handle_hash: 'bytea' },
    reads: ['subject', 'state'],
    contexts: (row) => [
      totpContext(get(row, 'subject')),
      questionContext(get(row, 'subject')),
      webAuthnContext(get(row, 'subject')),
      exchangeContext({ key: deviceOf(get(row, 'state')) }),
    ],
  },
  {
    table: 'refresh_token',
    column: 'successor_sealed',
    kind: 'text',
    key: { token_hash: 'bytea' },
    contexts: (row) => [successorContext(hex(row, 'token_hash'))],
  },
  {
    table: 'outbox',
    column: 'payload_sealed',
    kind: 'text',
    key: { id: 'uuid' },
    contexts: (row) => [outboxContext(get(row, 'id'))],
  },
  {
    table: 'authorization_request',
    column: 'progress_sealed',
    kind: 'text',
    key: { id: 'uuid' },
    contexts: (row) => [progressContext(get(row, 'id'))],
  },
  {
    table: 'identity_provider',
    column: 'secret_sealed',
    kind: 'text',
    key: { pool_id: 'text', name: 'text' },
    contexts: (row) => [providerContext(get(row, 'pool_id'), get(row, 'name'))],
  },
  {
    table: 'federation_request',
    column: 'secrets_sealed',
    kind: 'text',
    key: { state_hash: 'bytea' },
    contexts: (row) => [federationContext(hex(row, 'state_hash'))],
  },
];

function deviceOf(state: string): string {
  return z.object({ deviceKey: z.string().default('') }).parse(JSON.parse(state)).deviceKey;
}

function accountContexts(row: RowNames): readonly string[] {
  return [verifierContext({ poolId: get(row, 'pool_id'), id: get(row, 'id') })];
}
