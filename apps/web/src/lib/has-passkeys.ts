/** Whether this browser can be asked for a passkey at this address, by the calls that speak JSON (WebAuthn level 3). */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}
