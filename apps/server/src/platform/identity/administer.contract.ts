import { assert } from '@coffer/kit';
import { type SigningKeys, signRequest } from '@coffer/sigv4';

export interface Administered {
  readonly endpoint: string;
  readonly keys: SigningKeys;
}

export async function administer(
  { endpoint, keys }: Administered,
  operation: string,
  body: object,
): Promise<unknown> {
  const url = new URL(endpoint);
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const scope = { region: 'us-east-1', service: 'cognito-idp', at: new Date() };
  const signed = signRequest({ method: 'POST', url, headers, body: text }, keys, scope);
  const response = await fetch(url, { method: 'POST', body: text, headers: signed });
  const answer = await response.text();
  assert(response.ok, `${operation}: ${answer}`);
  return answer === '' ? {} : JSON.parse(answer);
}
