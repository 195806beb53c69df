import type { StoreDiagnosis } from '@coffer/contracts';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './storage.module.css';
import { useText } from './texts.ts';

const ICONS = { ok: CircleCheck, warn: TriangleAlert, fail: CircleAlert } as const;
const TONES = { ok: 'good', warn: 'warn', fail: 'bad' } as const;

/** What the doctor says, the cause first: the code to search for, the sentence, and what mends it. */
export function Diagnoses({ diagnoses }: { readonly diagnoses: readonly StoreDiagnosis[] }) {
  const text = useText();
  return (
    <ul className={styles['diagnoses']}>
      {diagnoses.map((diagnosis) => (
        <li key={`${diagnosis.code} ${diagnosis.message}`} className={styles[TONES[diagnosis.severity]]}>
          <Icon of={ICONS[diagnosis.severity]} />
          <span className="visually-hidden">{text(`storage.severity.${diagnosis.severity}`)}</span>
          <Said diagnosis={diagnosis} />
        </li>
      ))}
    </ul>
  );
}

/** The server says it in English, the language of the settings and commands that it names. */
function Said({ diagnosis: { code, severity, message, fix } }: { readonly diagnosis: StoreDiagnosis }) {
  const text = useText();
  const handleCopied = (isCopied: boolean): void => {
    showToast({
      key: 'copy',
      tone: isCopied ? 'success' : 'danger',
      text: text(isCopied ? 'storage.copied' : 'storage.copyFailed'),
    });
  };
  if (severity === 'ok') return <p>{text('storage.doctor.fine')}</p>;
  return (
    <div className={styles['said']}>
      <p lang="en" dir="ltr">
        {message} <code>{code}</code>
      </p>
      {fix !== null && (
        <>
          <p className={styles['note']}>{text('storage.doctor.fix')}</p>
          <CodeBlock code={fix} copyLabel={text('storage.copy', { code })} onCopied={handleCopied} />
        </>
      )}
    </div>
  );
}
