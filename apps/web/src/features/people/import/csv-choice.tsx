import { FileSpreadsheet, X } from 'lucide-react';
import { useRef } from 'react';
import { localGroupIds } from '../../../api/administration/groups.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { saveFile } from '../../../lib/downloads/save-file.ts';
import { csvOf } from '../../../lib/tables/csv-rows.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import type { ReadAddress } from '../parse-addresses.ts';
import { useText } from '../texts.ts';
import { useRefusals } from '../use-refusals.ts';
import styles from './csv-choice.module.css';
import { readPeople } from './read-people.ts';

const BYTES_MAX = 8_000_000;
const CSV = 'text/csv;charset=utf-8';

export interface ChosenCsv {
  readonly name: string;
  readonly read: readonly ReadAddress[];
}

interface CsvChoiceProps {
  readonly chosen: ChosenCsv | undefined;
  readonly onChange: (chosen: ChosenCsv | undefined) => void;
}

/** Reads addresses from a CSV file instead of typed ones. */
export function CsvChoice({ chosen, onChange }: CsvChoiceProps) {
  const text = useText();
  const words = useRefusals();
  const input = useRef<HTMLInputElement>(null);
  const reading = useMutation(readFile);
  const handleFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const { data } = await reading.run(file);
    if (data !== undefined) onChange(data === 'too_large' ? undefined : data);
  };
  const isTooLarge = reading.data === 'too_large';
  return (
    <div className={styles['choice']}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label={text('people.csv.choose')}
        onChange={({ currentTarget }) => {
          void handleFile(currentTarget.files?.[0]);
          // Allows choosing the same file again after it was corrected.
          currentTarget.value = '';
        }}
      />
      {chosen !== undefined && (
        <p className={styles['file']}>
          <bdi>{chosen.name}</bdi>
          <span>{text('people.csv.lines', { count: chosen.read.length })}</span>
        </p>
      )}
      <div className={styles['buttons']}>
        <Button icon={FileSpreadsheet} isBusy={reading.isPending} onClick={() => input.current?.click()}>
          {text(chosen === undefined ? 'people.csv.choose' : 'people.csv.other')}
        </Button>
        {chosen === undefined ? (
          <Button tone="quiet" onClick={() => saveFile('invite.csv', csvOf(TEMPLATE), CSV)}>
            {text('people.csv.template')}
          </Button>
        ) : (
          <Button tone="quiet" icon={X} onClick={() => onChange(undefined)}>
            {text('people.csv.remove')}
          </Button>
        )}
      </div>
      <p className={styles['hint']}>{text('people.csv.hint')}</p>
      <Refusal words={isTooLarge ? text('people.csv.tooLarge') : words.ofFailure(reading.failure)} />
    </div>
  );
}

const TEMPLATE = [
  ['email', 'name', 'role', 'quota', 'groups'],
  ['ann@example.org', 'Ann Lee', 'member', '10 GB', ''],
];

async function readFile(file: File): Promise<ChosenCsv | 'too_large'> {
  if (file.size > BYTES_MAX) return 'too_large';
  const [bytes, groups] = await Promise.all([file.arrayBuffer(), localGroupIds()]);
  return { name: file.name, read: readPeople(new Uint8Array(bytes), groups) };
}
