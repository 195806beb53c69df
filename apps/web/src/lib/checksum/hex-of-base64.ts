/** Formatted as `sha256sum` prints it. */
export function hexOfBase64(base64: string): string {
  return Array.from(atob(base64), (character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
}
