import { beginningOf, LIMITS } from '@coffer/contracts';
import { useSyncExternalStore } from 'react';
import { call } from '../../../api/calls/client.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';
import { useWakeLock } from '../../../lib/hooks/use-wake-lock.ts';
import { formatsOf } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { importRequest, type ImportTarget, openImport } from '../intake/import-request.ts';
import { loadEngine } from '../intake/lazy-engine.ts';
import { importState, onImportState, readZip, startImport, stopImport } from './import-run.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { ExportedComment } from './read-metadata.ts';
import { type ImportReport, runImport } from './run-import.ts';
import { text } from './texts.ts';

/** The state and actions of an import, from the choice of a zip file to the report. */
export function useImport(target: ImportTarget) {
  const state = useSyncExternalStore(onImportState, importState);
  const isRunning = state.step === 'running';
  useLeaveWarning(isRunning);
  useWakeLock(isRunning);
  const start = (name: string, plan: ImportPlan): Promise<void> =>
    startImport(
      { name, plan },
      async ({ signal, onProgress }) => {
        const [{ transfers: engine }, email] = await Promise.all([
          loadEngine(target.personId),
          ownEmail(signal),
        ]);
        const textOf = (comment: ExportedComment): string => textOfComment(comment, email);
        return await runImport({ plan, place: target, engine, signal, onProgress, textOfComment: textOf });
      },
      (report) => tell(report, target),
    );
  return { state, choose, start, stop: stopImport };
}

function choose(file: File): Promise<void> {
  const { name } = file;
  const trashName = text('import.trash', { name: name.replace(/\.zip$/i, '') });
  return readZip(name, () => planImport(file, folderNameOf(trashName)));
}

/** Removes dots and spaces at the end, which names must not have. */
function folderNameOf(name: string): string {
  return beginningOf(name, LIMITS.nameBytesMax).replace(/[ .]+$/, '');
}

/** The open dialog shows the report. If it is hidden, a toast leads back to it. */
function tell(report: ImportReport | undefined, target: ImportTarget): void {
  const words = titleOf(report);
  announce(words);
  if (importRequest()?.isShown !== false) return;
  const tone = report === undefined ? 'danger' : 'success';
  showToast({ tone, text: words, action: { label: text('import.show'), onPress: () => openImport(target) } });
}

export function titleOf(report: ImportReport | undefined): string {
  if (report === undefined) return text('import.failed');
  return text(report.problems.length === 0 ? 'import.done' : 'import.doneWithProblems');
}

/** The person's own email address. Undefined if there is none. */
async function ownEmail(signal: AbortSignal): Promise<string | undefined> {
  const session = await call('getSession', { signal });
  if (!session.ok || session.value.state !== 'signed_in') return undefined;
  return session.value.person.email.toLowerCase() || undefined;
}

function textOfComment(comment: ExportedComment, own: string | undefined): string {
  const { author, email, createdAt } = comment;
  const isOwn = email.toLowerCase() === own;
  if (isOwn || author === '') return comment.text;
  const at = new Date(createdAt ?? '');
  const date = Number.isNaN(at.getTime()) ? '' : formatsOf(currentLocale()).date(at.toISOString());
  return text('import.comment', { author, date, text: comment.text });
}
