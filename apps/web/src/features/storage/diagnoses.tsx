import type { StoreDiagnosis } from '@coffer/contracts';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { CodeBlock } from '../../ui/marks/code-block.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import styles from './storage.module.css';
import { useText } from './texts.ts';

type Kind = 'ok' | 'note' | 'warn' | 'fail';

const ICONS = { ok: CircleCheck, note: Info, warn: TriangleAlert, fail: CircleAlert } as const;
const TONES = { ok: 'good', note: 'unknown', warn: 'warn', fail: 'bad' } as const;

/** `ok` with a specific code is a note. */
function kindOf({ code, severity }: StoreDiagnosis): Kind {
  return severity === 'ok' && code !== 'fine' ? 'note' : severity;
}

export function Diagnoses({ diagnoses }: { readonly diagnoses: readonly StoreDiagnosis[] }) {
  const text = useText();
  return (
    <ul className={styles['diagnoses']}>
      {diagnoses.map((diagnosis) => {
        const kind = kindOf(diagnosis);
        return (
          <li key={`${diagnosis.code} ${diagnosis.message}`} className={styles[TONES[kind]]}>
            <Icon of={ICONS[kind]} />
            <span className="visually-hidden">{text(`storage.severity.${kind}`)}</span>
            <Said diagnosis={diagnosis} />
          </li>
        );
      })}
    </ul>
  );
}

/** The message of a diagnosis. It is always in English, like the settings that it names. */
function Said({ diagnosis }: { readonly diagnosis: StoreDiagnosis }) {
  const text = useText();
  const { code, message, fix } = diagnosis;
  const kind = kindOf(diagnosis);
  const handleCopied = (isCopied: boolean): void => {
    showToast({
      key: 'copy',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'storage.copied' : 'storage.copyFailed'),
    });
  };
  if (kind === 'ok') return <p>{text('storage.doctor.fine')}</p>;
  return (
    <div className={styles['said']}>
      <p lang="en" dir="ltr">
        {message} <code>{code}</code>
      </p>
      {fix !== null && (
        <>
          <p className={styles['note']}>
            {text(kind === 'note' ? 'storage.doctor.change' : 'storage.doctor.fix')}
          </p>
          <CodeBlock code={fix} copyLabel={text('storage.copy', { code })} onCopied={handleCopied} />
        </>
      )}
    </div>
  );
}
