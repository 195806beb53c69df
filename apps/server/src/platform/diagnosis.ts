/** `fix` is the exact JSON, command or step that solves the problem. */
export interface Diagnosis {
  readonly code: string;
  readonly severity: 'ok' | 'warn' | 'fail';
  readonly message: string;
  readonly fix: string | null;
}
