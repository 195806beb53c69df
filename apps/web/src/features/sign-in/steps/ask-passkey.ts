import { hasPasskeys } from '../../../lib/has-passkeys.ts';

/** What came of asking for a passkey. */
export type PasskeyOutcome =
  /** AuthenticationResponseJSON (WebAuthn level 3, 5.1) as text. */
  | { readonly kind: 'given'; readonly credential: string }
  /** The person said no, waited too long, or has no passkey here: a page is not told which of them. */
  | { readonly kind: 'cancelled' }
  /** A browser without passkeys, or an address that is not secure. */
  | { readonly kind: 'unsupported' }
  /** The pool's passkeys belong to another address. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'failed' };

/** Has the browser ask for a passkey. `options`: PublicKeyCredentialRequestOptionsJSON as text. Never throws for what they say. */
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
  // Options that are no JSON, or of the wrong shape.
  if (cause instanceof SyntaxError || cause instanceof TypeError) return 'failed';
  throw cause;
}

function isRequestOptions(value: unknown): value is PublicKeyCredentialRequestOptionsJSON {
  return (
    typeof value === 'object' && value !== null && 'challenge' in value && typeof value.challenge === 'string'
  );
}
