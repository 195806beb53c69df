import { hasPasskeys } from './has-passkeys.ts';

/** What came of asking the browser to make a passkey. */
export type CreatedPasskey =
  /** RegistrationResponseJSON (WebAuthn level 3, 5.1) as text. */
  | { readonly kind: 'made'; readonly credential: string }
  /** The person said no or waited too long: a page is not told which of them. */
  | { readonly kind: 'cancelled' }
  /** This device holds a passkey of the account already. */
  | { readonly kind: 'known' }
  /** A browser without passkeys, or an address that is not secure. */
  | { readonly kind: 'unsupported' }
  /** The pool's passkeys belong to another address. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'failed' };

/** Has the browser make a passkey. `options`: PublicKeyCredentialCreationOptionsJSON as text. Never throws for what they say. */
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
  // Options that are no JSON, or of the wrong shape.
  if (cause instanceof SyntaxError || cause instanceof TypeError) return 'failed';
  throw cause;
}

function isCreationOptions(value: unknown): value is PublicKeyCredentialCreationOptionsJSON {
  return (
    typeof value === 'object' && value !== null && 'challenge' in value && typeof value.challenge === 'string'
  );
}
