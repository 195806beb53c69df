import { GitMerge } from 'lucide-react';
import { useState } from 'react';
import { versionsQuery } from '../../../../api/details/versions-query.ts';
import { useQuery } from '../../../../api/calls/use-query.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { useText } from '../texts.ts';
import { useEditingCalls } from './editing-calls.ts';
import styles from './conflict-view.module.css';
import type { Conflict, EditingSession } from './editing-session.ts';
import { changesOf, cleanMerge, type MergedPart, mergeTexts } from './merge-texts.ts';

interface ConflictViewProps {
  readonly conflict: Conflict;
  readonly session: EditingSession;
}

type Choice = 'mine' | 'theirs' | 'both';

/**
 * Lets the person resolve a conflict part by part. No part is preselected, and merging requires a choice for each.
 */
export function ConflictView({ conflict, session }: ConflictViewProps) {
  const text = useText();
  const { mine, base, node, theirs } = conflict;
  const { saveCopy, guest } = useEditingCalls();
  // Guests do not learn who saved the other version.
  const versions = useQuery(versionsQuery(node), { isEnabled: guest === undefined });
  const author = versions.data?.items.find(({ id }) => id === node.versionId)?.author;
  const [parts] = useState(() =>
    theirs === undefined ? [] : mergeTexts({ base, mine, theirs: theirs.text }),
  );
  const [choices, setChoices] = useState<ReadonlyMap<MergedPart, Choice>>(new Map());
  const open = parts.filter((part) => part.kind === 'conflict' && !choices.has(part)).length;
  const merged = cleanMerge(parts.map((part) => decided(part, choices.get(part))));
  return (
    <section className={styles['conflict']} aria-labelledby="conflict-title">
      <div className={styles['words']}>
        <h2 id="conflict-title" ref={focus} tabIndex={-1}>
          {author?.kind === 'person'
            ? text('editor.conflict.titleBy', { name: author.name })
            : text(author?.kind === 'you' ? 'editor.conflict.titleYou' : 'editor.conflict.title')}
        </h2>
        <output>
          {theirs === undefined
            ? text('editor.conflict.notText')
            : text(open === 0 ? 'editor.conflict.clean' : 'editor.conflict.open', { count: open })}
        </output>
      </div>
      <div className={styles['parts']}>
        {parts.map((part, index) =>
          part.kind === 'conflict' ? (
            <Place
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change
              key={index}
              part={part}
              choice={choices.get(part)}
              onChoose={(choice) => setChoices(new Map(choices).set(part, choice))}
            />
          ) : null,
        )}
        {merged !== undefined && <Changes before={mine} after={merged} />}
      </div>
      <footer className={styles['actions']}>
        {saveCopy !== undefined && (
          <Button onClick={() => void session.saveCopy()}>{text('editor.conflict.copy')}</Button>
        )}
        <Button onClick={() => void session.keep(mine)}>{text('editor.conflict.keepMine')}</Button>
        {theirs !== undefined && (
          <>
            <Button onClick={() => void session.takeTheirs()}>{text('editor.conflict.keepTheirs')}</Button>
            <Button
              tone="primary"
              icon={GitMerge}
              disabled={merged === undefined}
              onClick={() => merged !== undefined && void session.keep(merged)}
            >
              {text('editor.conflict.save')}
            </Button>
          </>
        )}
        <p>{text(guest === undefined ? 'editor.conflict.promise' : 'editor.conflict.promise.guest')}</p>
      </footer>
    </section>
  );
}

function decided(part: MergedPart, choice: Choice | undefined): MergedPart {
  if (part.kind === 'same' || choice === undefined) return part;
  if (choice === 'both') return { kind: 'same', lines: [...part.mine, ...part.theirs] };
  return { kind: 'same', lines: part[choice] };
}

interface PlaceProps {
  readonly part: Extract<MergedPart, { readonly kind: 'conflict' }>;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Place({ part, choice, onChoose }: PlaceProps) {
  const text = useText();
  return (
    <fieldset className={styles['place']} data-decided={choice !== undefined || undefined}>
      <legend>{text('editor.conflict.place')}</legend>
      {part.base.length > 0 && <Lines label={text('editor.conflict.before')} lines={part.base} />}
      <div className={styles['sides']}>
        <Lines label={text('editor.conflict.mine')} lines={part.mine} />
        <Lines label={text('editor.conflict.theirs')} lines={part.theirs} />
      </div>
      <div className={styles['choices']}>
        {(['mine', 'theirs', 'both'] as const).map((each) => (
          <Button key={each} aria-pressed={choice === each} onClick={() => onChoose(each)}>
            {text(`editor.conflict.take.${each}`)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Lines({ label, lines }: { readonly label: string; readonly lines: readonly string[] }) {
  const text = useText();
  return (
    <div className={styles['side']}>
      <h3>{label}</h3>
      {lines.length === 0 ? (
        <p>{text('editor.conflict.nothing')}</p>
      ) : (
        <pre dir="auto">{shortened(lines).join('\n')}</pre>
      )}
    </div>
  );
}

const LINES_SHOWN_MAX = 200;

function shortened(lines: readonly string[]): readonly string[] {
  return lines.length <= LINES_SHOWN_MAX ? lines : [...lines.slice(0, LINES_SHOWN_MAX), '…'];
}

function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const text = useText();
  const [changes] = [changesOf(before, after)];
  if (changes.length === 0) return null;
  return (
    <div className={styles['side']}>
      <h3>{text('editor.conflict.changes')}</h3>
      {changes.map(({ removed, added }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is redrawn as a whole
        <pre key={index} dir="auto" className={styles['change']}>
          {removed.length > 0 && <del>{shortened(removed).join('\n')}</del>}
          {added.length > 0 && <ins>{shortened(added).join('\n')}</ins>}
        </pre>
      ))}
    </div>
  );
}

function focus(heading: HTMLElement | null): void {
  heading?.focus();
}
