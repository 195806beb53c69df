import { ApiFailure } from './api/api-failure.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { fileErrorMessage } from './local/file-errors.ts';
import type { LeftOut } from './local/walk.ts';
import type { Output } from './terminal/output.ts';
import { counted } from './terminal/format.ts';

const DONE = ['uploaded', 'downloaded', 'unchanged', 'skipped', 'folders', 'trashed', 'moved aside'] as const;
export type Done = (typeof DONE)[number];

export interface ReportItem {
  readonly outcome: Done | 'planned' | 'failed' | 'conflict';
  readonly path: string;
  readonly id?: string;
  /** Replaces the verb in a dry run. */
  readonly verb?: string;
  readonly message?: string;
  readonly code?: string;
}

/** Collects the outcome of each item of a command. A failed item does not stop the others. */
export interface Report {
  add(item: ReportItem): void;
  /** Rethrows errors that are not the failure of a single item. */
  fail(path: string, error: unknown): void;
  conflict(path: string, message: string): void;
  /** Reports links and devices that were skipped, which is not a failure. */
  leaveOut(shown: string, items: readonly LeftOut[]): void;
  exitCode(): ExitCode;
  /** Prints the summary. */
  end(): ExitCode;
}

export function createReport(output: Output): Report {
  const items: ReportItem[] = [];
  let exitCode: ExitCode = EXIT.done;
  const add = (item: ReportItem): void => {
    items.push(item);
    if (item.message !== undefined && !output.isJson) output.warn(`${item.path}: ${item.message}`);
  };
  return {
    add,
    fail: (path, error) => {
      // After these failures, no other item can succeed.
      if (error instanceof CommandFailure && error.exitCode === EXIT.notSignedIn) throw error;
      const message = error instanceof CommandFailure ? error.message : fileErrorMessage(error);
      if (message === undefined) throw error;
      const code = error instanceof ApiFailure ? { code: error.code } : {};
      add({ outcome: 'failed', path, message, ...code });
      exitCode = error instanceof CommandFailure ? error.exitCode : EXIT.failed;
    },
    conflict: (path, message) => {
      add({ outcome: 'conflict', path, message });
      if (exitCode === EXIT.done) exitCode = EXIT.conflict;
    },
    leaveOut: (shown, left) => {
      for (const { path: names, reason, isFailure } of left) {
        const path = [shown, ...names].join('/');
        add({ outcome: isFailure ? 'failed' : 'skipped', path, message: `${reason}.` });
        if (isFailure) exitCode = EXIT.failed;
      }
    },
    exitCode: () => exitCode,
    end: () => {
      if (output.isJson) output.json({ items });
      else output.note(sumOf(items));
      return exitCode;
    },
  };
}

function sumOf(items: readonly ReportItem[]): string {
  const of = (outcome: ReportItem['outcome']): number =>
    items.filter((item) => item.outcome === outcome).length;
  const parts = DONE.filter((outcome) => of(outcome) > 0).map((outcome) =>
    outcome === 'folders'
      ? `${counted(of(outcome), 'folder')} created`
      : `${counted(of(outcome), 'file')} ${outcome}`,
  );
  const [conflicts, failed] = [of('conflict'), of('failed')];
  if (conflicts > 0) parts.push(counted(conflicts, 'conflict'));
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.length === 0 ? 'Nothing to do.' : `${parts.join(', ')}.`;
}
