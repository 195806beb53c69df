import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/calls/client.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';
import { useWakeLock } from '../../../lib/hooks/use-wake-lock.ts';
import { formatsOf } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { importRequest, type ImportTarget, openImport, setImportRunning } from '../intake/import-request.ts';
import { loadEngine } from '../intake/lazy-engine.ts';
import type { Progress } from './import-job.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { ExportedComment } from './read-metadata.ts';
import { type ImportReport, runImport } from './run-import.ts';
import { text } from './texts.ts';

export type ImportState =
  | { readonly step: 'choose'; readonly unreadable?: string }
  | { readonly step: 'reading'; readonly name: string }
  | { readonly step: 'planned' | 'failed'; readonly name: string; readonly plan: ImportPlan }
  | { readonly step: 'running'; readonly name: string; readonly progress: Progress }
  | { readonly step: 'done'; readonly name: string; readonly report: ImportReport };

const BEGIN: Progress = { phase: 'comparing', doneBytes: 0, totalBytes: 0 };

/** From the choice of a zip file to the report. */
export function useImport(target: ImportTarget) {
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const abort = useRef(new AbortController());
  const isRunning = state.step === 'running';
  useLeaveWarning(isRunning);
  useWakeLock(isRunning);
  useAbortAtEnd(abort);
  const choose = async (file: File): Promise<void> => {
    const { name } = file;
    setState({ step: 'reading', name });
    const trashName = text('import.trash', { name: name.replace(/\.zip$/i, '') });
    // A file that changes while it is read cannot be read.
    const [read] = await Promise.allSettled([planImport(file, trashName.slice(0, 80).trim())]);
    const plan = read.status === 'fulfilled' ? read.value : undefined;
    setState(plan === undefined ? { step: 'choose', unreadable: name } : { step: 'planned', name, plan });
  };
  const start = async (name: string, plan: ImportPlan): Promise<void> => {
    abort.current = new AbortController();
    setImportRunning(true);
    setState({ step: 'running', name, progress: BEGIN });
    const { signal } = abort.current;
    const [end] = await Promise.allSettled([
      Promise.all([loadEngine(target.personId), ownEmail(signal)]).then(([{ transfers: engine }, email]) =>
        runImport({
          plan,
          place: target,
          engine,
          signal,
          onProgress: (progress) => setState({ step: 'running', name, progress }),
          textOfComment: (comment) => textOfComment(comment, email),
        }),
      ),
    ]);
    setImportRunning(false);
    if (signal.aborted) return setState({ step: 'planned', name, plan });
    const report = end.status === 'fulfilled' ? end.value : undefined;
    setState(report === undefined ? { step: 'failed', name, plan } : { step: 'done', name, report });
    tell(report, target);
  };
  const stop = (): void => abort.current.abort(new DOMException('stopped', 'AbortError'));
  return { state, choose, start, stop };
}

function useAbortAtEnd(abort: { readonly current: AbortController }): void {
  useEffect(
    () => () => {
      setImportRunning(false);
      abort.current.abort(new DOMException('left', 'AbortError'));
    },
    [abort],
  );
}

/** In the open dialog it is seen; otherwise a toast leads back to it. */
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

/** Undefined for somebody without one. */
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
