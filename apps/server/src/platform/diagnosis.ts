/** What a doctor says of one thing: a code, a sentence, and the exact JSON, command or step that mends it. */
export interface Diagnosis {
  readonly code: string;
  readonly severity: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly fix: string | null;
}
