import { hasPasskeys } from '../../../lib/passkeys/has-passkeys.ts';

export type PasskeyOutcome =
  /** `credential` is AuthenticationResponseJSON (WebAuthn level 3, 5.1) as text. */
  | { readonly kind: 'given'; readonly credential: string }
  /** The person declined, the time was over, or there is no passkey: the browser does not reveal which. */
  | { readonly kind: 'cancelled' }
  /** The browser does not support passkeys, or the page is not in a secure context. */
  | { readonly kind: 'unsupported' }
  /** The relying party id does not match this origin. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'failed' };

/** `options` is PublicKeyCredentialRequestOptionsJSON as text. */
export async function askPasskey(options: string, signal: AbortSignal): Promise<PasskeyOutcome> {
  if (!hasPasskeys()) return { kind: 'unsupported' };
  try {
    const parsed: unknown = JSON.parse(options);
    if (!isRequestOptions(parsed)) return { kind: 'failed' };
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(parsed);
    const credential = await navigator.credentials.get({ publicKey, signal });
    if (!(credential instanceof PublicKeyCredential)) return { kind: 'failed' };
    return { kind: 'given', credential: JSON.stringify(credential.toJSON()) };
  } catch (cause) {
    return { kind: kindOf(cause) };
  }
}

function kindOf(cause: unknown): Exclude<PasskeyOutcome['kind'], 'given'> {
  if (cause instanceof DOMException) {
    if (cause.name === 'NotAllowedError' || cause.name === 'AbortError') return 'cancelled';
    return cause.name === 'SecurityError' ? 'foreign' : 'failed';
  }
  if (cause instanceof SyntaxError || cause instanceof TypeError) return 'failed';
  throw cause;
}

function isRequestOptions(value: unknown): value is PublicKeyCredentialRequestOptionsJSON {
  return (
    typeof value === 'object' && value !== null && 'challenge' in value && typeof value.challenge === 'string'
  );
}
