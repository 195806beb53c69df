import { err, ok, type Result } from '@coffer/kit';
import { hasClientSecret } from '../../accounts/clients.ts';
import type { Deps } from '../../deps.ts';
import type { TooMany } from '../../errors.ts';
import { type Client, findClient } from '../../store/pools.ts';
import { recordTokenGuess } from '../../tokens/admit-grant.ts';
import type { HostedRequest } from '../hosted-request.ts';
import type { Form } from './form.ts';

export type ClientFault = 'invalid_client' | 'invalid_request' | TooMany;

/**
 * HTTP Basic, form fields, or only the id of a client without a secret (RFC 6749 §2.3). Wrong secrets and unknown
 * clients count as failed attempts.
 */
export async function authenticateClient(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  { request, caller }: Pick<HostedRequest, 'request' | 'caller'>,
  form: Form,
): Promise<Result<Client, ClientFault>> {
  const header = request.headers.get('authorization');
  const fields = { id: form.get('client_id'), secret: form.get('client_secret') };
  const basic = header === null ? undefined : parseBasic(header);
  if (header !== null && basic === undefined) return err('invalid_client');
  if (basic !== undefined && fields.secret !== undefined) return err('invalid_request');
  if (basic !== undefined && fields.id !== undefined && fields.id !== basic.id) return err('invalid_request');
  const { id, secret } = basic ?? fields;
  if (id === undefined) return err('invalid_request');
  const client = /^[\w+]{1,128}$/.test(id) ? await findClient(deps.db, id) : undefined;
  if (client !== undefined && hasClientSecret(deps, client, secret)) return ok(client);
  return err(await recordTokenGuess(deps, { address: caller.address, fault: 'invalid_client' as const }));
}

/** Id and secret are form-encoded before they are joined (RFC 6749 §2.3.1). */
function parseBasic(header: string): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,1024})$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  if (at < 0) return undefined;
  const id = decodeField(text.slice(0, at));
  const secret = decodeField(text.slice(at + 1));
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Ids and secrets can contain a plus sign, which some clients do not encode. */
function decodeField(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    if (cause instanceof URIError) return undefined;
    throw cause;
  }
}
