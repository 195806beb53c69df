import type { AssertionJson, RegistrationJson, SoftAuthenticator } from './authenticator.ts';

/** Minimal `navigator.credentials` for libraries that need a window, in Node.js. */
export function browserGlobals(authenticator: SoftAuthenticator): Readonly<Record<string, unknown>> {
  const credentials = {
    create: async ({ publicKey }: { readonly publicKey: CreationOptions }) => {
      const made = authenticator.create({
        ...publicKey,
        challenge: encode(publicKey.challenge),
        user: { ...publicKey.user, id: encode(publicKey.user.id) },
        excludeCredentials: publicKey.excludeCredentials.map(({ id }) => ({ id: encode(id) })),
      });
      return new PublicKeyCredential(made, new AuthenticatorAttestationResponse(made));
    },
    get: async ({ publicKey }: { readonly publicKey: RequestOptions }) => {
      const made = authenticator.get({
        ...publicKey,
        challenge: encode(publicKey.challenge),
        allowCredentials: publicKey.allowCredentials.map(({ id }) => ({ id: encode(id) })),
      });
      return new PublicKeyCredential(made, new AuthenticatorAssertionResponse(made));
    },
  };
  return {
    window: { document: {}, isSecureContext: true, PublicKeyCredential },
    navigator: { credentials, userAgent: 'soft authenticator' },
    PublicKeyCredential,
    AuthenticatorAttestationResponse,
    AuthenticatorAssertionResponse,
  };
}

interface CreationOptions {
  readonly challenge: ArrayBuffer;
  readonly user: { readonly id: ArrayBuffer };
  readonly excludeCredentials: readonly { readonly id: ArrayBuffer }[];
}

interface RequestOptions {
  readonly challenge: ArrayBuffer;
  readonly allowCredentials: readonly { readonly id: ArrayBuffer }[];
}

class PublicKeyCredential {
  readonly type = 'public-key';
  readonly authenticatorAttachment = 'platform';
  readonly id: string;
  readonly rawId: ArrayBuffer;
  readonly response: object;
  readonly #extensions: object;

  constructor(made: RegistrationJson | AssertionJson, response: object) {
    this.id = made.id;
    this.rawId = decode(made.rawId);
    this.response = response;
    this.#extensions = made.clientExtensionResults;
  }

  getClientExtensionResults(): object {
    return this.#extensions;
  }
}

class AuthenticatorAttestationResponse {
  readonly clientDataJSON: ArrayBuffer;
  readonly attestationObject: ArrayBuffer;
  readonly #transports: readonly string[];

  constructor({ response }: RegistrationJson) {
    this.clientDataJSON = decode(response.clientDataJSON);
    this.attestationObject = decode(response.attestationObject);
    this.#transports = response.transports;
  }

  getTransports(): readonly string[] {
    return this.#transports;
  }

  getPublicKeyAlgorithm(): number {
    return -7;
  }

  getPublicKey(): null {
    return null;
  }

  getAuthenticatorData(): ArrayBuffer {
    return new ArrayBuffer(0);
  }
}

class AuthenticatorAssertionResponse {
  readonly clientDataJSON: ArrayBuffer;
  readonly authenticatorData: ArrayBuffer;
  readonly signature: ArrayBuffer;
  readonly userHandle: ArrayBuffer;

  constructor({ response }: AssertionJson) {
    this.clientDataJSON = decode(response.clientDataJSON);
    this.authenticatorData = decode(response.authenticatorData);
    this.signature = decode(response.signature);
    this.userHandle = decode(response.userHandle);
  }
}

function encode(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('base64url');
}

function decode(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64url')).buffer;
}
