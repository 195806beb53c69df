import { FileArchive } from 'lucide-react';
import { useRef } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Muted, Stack } from '../../../ui/page/stack.tsx';
import { hideImport, type ImportRequest } from '../intake/import-request.ts';
import type { Progress } from './import-job.ts';
import styles from './import.module.css';
import type { ImportPlan } from './plan-import.ts';
import type { ImportProblem } from './read-archive.ts';
import type { ImportReport } from './run-import.ts';
import { useText } from './texts.ts';
import type { ImportState } from './import-run.ts';
import { titleOf, useImport } from './use-import.ts';

const PROBLEMS_SHOWN_MAX = 200;

/** Stays mounted while an import runs, even if it is hidden. */
export function ImportDialog({ request }: { readonly request: ImportRequest }) {
  const text = useText();
  const { state, choose, start, stop } = useImport(request.target);
  const input = useRef<HTMLInputElement>(null);
  if (!request.isShown) return null;
  const chooseFile = (): void => input.current?.click();
  return (
    <Dialog
      isOpen
      isDismissable={state.step === 'choose' || state.step === 'done'}
      title={text('import.title')}
      closeLabel={text(state.step === 'running' ? 'import.hide' : 'import.close')}
      onClose={hideImport}
      footer={<Actions state={state} onChoose={chooseFile} onStart={start} onStop={stop} />}
    >
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={text('import.choose')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file !== undefined) void choose(file);
        }}
      />
      <Stack>
        <Step state={state} />
      </Stack>
    </Dialog>
  );
}

function Step({ state }: { readonly state: ImportState }) {
  const text = useText();
  switch (state.step) {
    case 'choose':
      return (
        <>
          {state.unreadable !== undefined && (
            <Banner tone="danger" title={text('import.notZip', { name: state.unreadable })} isAlert />
          )}
          <p>{text('import.what')}</p>
          <Muted>{text('import.same')}</Muted>
        </>
      );
    case 'reading':
      return <Spinner label={text('import.reading', { name: state.name })} />;
    case 'planned':
    case 'failed':
      return (
        <>
          {state.step === 'failed' && <Banner tone="danger" title={text('import.failed')} isAlert />}
          <Planned name={state.name} plan={state.plan} />
        </>
      );
    case 'running':
      return <Running name={state.name} progress={state.progress} />;
    case 'done':
      return <Report report={state.report} />;
  }
}

interface ActionsProps {
  readonly state: ImportState;
  readonly onChoose: () => void;
  readonly onStart: (name: string, plan: ImportPlan) => Promise<void>;
  readonly onStop: () => void;
}

function Actions({ state, onChoose, onStart, onStop }: ActionsProps) {
  const text = useText();
  switch (state.step) {
    case 'choose':
    case 'reading':
      return (
        <>
          <Button onClick={hideImport}>{text('import.cancel')}</Button>
          <Button tone="primary" icon={FileArchive} isBusy={state.step === 'reading'} onClick={onChoose}>
            {text('import.choose')}
          </Button>
        </>
      );
    case 'planned':
    case 'failed':
      return (
        <>
          <Button onClick={hideImport}>{text('import.cancel')}</Button>
          {state.plan.items.length > 0 && (
            <Button tone="primary" onClick={() => void onStart(state.name, state.plan)}>
              {text(state.step === 'failed' ? 'import.retry' : 'import.start')}
            </Button>
          )}
        </>
      );
    case 'running':
      return (
        <>
          <Button onClick={onStop}>{text('import.stop')}</Button>
          <Button tone="primary" onClick={hideImport}>
            {text('import.hide')}
          </Button>
        </>
      );
    case 'done':
      return (
        <Button tone="primary" onClick={hideImport}>
          {text('import.close')}
        </Button>
      );
  }
}

function Planned({ name, plan }: { readonly name: string; readonly plan: ImportPlan }) {
  const text = useText();
  const { size } = useFormats();
  const { files, folders, versions } = plan;
  return (
    <>
      <p className={styles['name']} dir="auto">
        {name}
      </p>
      <Muted>{text(plan.isExport ? 'import.plan.export' : 'import.plan.other')}</Muted>
      {plan.items.length === 0 ? (
        <p>{text('import.plan.empty')}</p>
      ) : (
        <ul className={styles['facts']}>
          <li>{text('import.plan.files', { count: files })}</li>
          {folders > 0 && <li>{text('import.plan.folders', { count: folders })}</li>}
          {versions > 0 && <li>{text('import.plan.versions', { count: versions })}</li>}
          <li>{text('import.plan.size', { size: size(plan.sizeBytes) })}</li>
        </ul>
      )}
      <Problems problems={plan.problems} />
      <Muted>{text('import.keepOpen')}</Muted>
    </>
  );
}

function Running({ name, progress }: { readonly name: string; readonly progress: Progress }) {
  const text = useText();
  const { size } = useFormats();
  const { phase, doneBytes, totalBytes } = progress;
  const isKnown = phase === 'uploading' && totalBytes > 0;
  return (
    <>
      <p className={styles['name']} dir="auto">
        {name}
      </p>
      <ProgressBar
        label={text('import.progress', { name })}
        value={isKnown ? doneBytes / totalBytes : undefined}
      />
      <p aria-live="off">
        {phase === 'uploading'
          ? text('import.uploading', { done: size(doneBytes), total: size(totalBytes) })
          : text(`import.${phase}`)}
      </p>
      <Muted>{text('import.keepOpen')}</Muted>
    </>
  );
}

function Report({ report }: { readonly report: ImportReport }) {
  const text = useText();
  const { files, folders, skipped, problems } = report;
  return (
    <>
      <Banner tone={problems.length === 0 ? 'success' : 'warning'} title={titleOf(report)}>
        <p>{text('import.report.there', { files, folders })}</p>
        {skipped > 0 && <p>{text('import.report.skipped', { count: skipped })}</p>}
        {problems.length === 0 && <p>{text('import.report.none')}</p>}
      </Banner>
      <Problems problems={problems} />
    </>
  );
}

function Problems({ problems }: { readonly problems: readonly ImportProblem[] }) {
  const text = useText();
  if (problems.length === 0) return null;
  const more = problems.length - PROBLEMS_SHOWN_MAX;
  return (
    <section aria-label={text('import.report.problems', { count: problems.length })}>
      <p className={styles['name']}>{text('import.report.problems', { count: problems.length })}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <ul className={styles['problems']} tabIndex={0}>
        {problems.slice(0, PROBLEMS_SHOWN_MAX).map(({ path, code }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order, and a path may occur twice
          <li key={index}>
            <bdi className={styles['path']}>{path}</bdi>
            <span className={styles['reason']}>{text(`import.problem.${code}`)}</span>
          </li>
        ))}
        {more > 0 && <li>{text('import.report.more', { count: more })}</li>}
      </ul>
    </section>
  );
}
