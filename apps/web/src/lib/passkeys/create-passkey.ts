import { hasPasskeys } from './has-passkeys.ts';

export type CreatedPasskey =
  /** RegistrationResponseJSON (WebAuthn level 3, 5.1). */
  | { readonly kind: 'made'; readonly credential: string }
  /** Refused or timed out: browsers do not report which. */
  | { readonly kind: 'cancelled' }
  /** This device already has a passkey of the account. */
  | { readonly kind: 'known' }
  | { readonly kind: 'unsupported' }
  /** The user pool's relying party is another origin. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'failed' };

/** `options`: PublicKeyCredentialCreationOptionsJSON. Invalid options do not throw. */
export async function createPasskey(options: string): Promise<CreatedPasskey> {
  if (!hasPasskeys()) return { kind: 'unsupported' };
  try {
    const parsed: unknown = JSON.parse(options);
    if (!isCreationOptions(parsed)) return { kind: 'failed' };
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(parsed);
    const credential = await navigator.credentials.create({ publicKey });
    if (!(credential instanceof PublicKeyCredential)) return { kind: 'failed' };
    return { kind: 'made', credential: JSON.stringify(credential.toJSON()) };
  } catch (cause) {
    return { kind: kindOf(cause) };
  }
}

function kindOf(cause: unknown): Exclude<CreatedPasskey['kind'], 'made'> {
  if (cause instanceof DOMException) {
    if (cause.name === 'NotAllowedError' || cause.name === 'AbortError') return 'cancelled';
    if (cause.name === 'InvalidStateError') return 'known';
    return cause.name === 'SecurityError' ? 'foreign' : 'failed';
  }
  if (cause instanceof SyntaxError || cause instanceof TypeError) return 'failed';
  throw cause;
}

function isCreationOptions(value: unknown): value is PublicKeyCredentialCreationOptionsJSON {
  return (
    typeof value === 'object' && value !== null && 'challenge' in value && typeof value.challenge === 'string'
  );
}
