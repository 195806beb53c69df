import type { InsideRule } from '@coffer/contracts';
import { ChoiceGroup } from '../../../../ui/controls/choice-group.tsx';
import type { Mode } from '../placing.ts';
import type { Conflict } from './decide.ts';
import { useText } from './texts.ts';

interface InsideChoiceProps {
  readonly mode: Mode | 'restore';
  readonly count: number;
  readonly value: InsideRule;
  readonly onChange: (rule: InsideRule) => void;
}

const RULES = ['rename', 'newer', 'replace', 'skip'] as const satisfies readonly InsideRule[];

/** One choice for all files with a taken name inside merged folders. */
export function InsideChoice({ mode, count, value, onChange }: InsideChoiceProps) {
  const text = useText();
  const hints: Readonly<Record<InsideRule, string>> = {
    rename: text(`place.${mode}.renameHint`),
    newer: text(mode === 'copy' ? 'move.inside.newer.copyHint' : 'move.inside.newer.hint'),
    replace: text('move.conflict.replace.hint'),
    skip: text(`place.${mode}.skipHint`),
  };
  return (
    <ChoiceGroup<InsideRule>
      label={text('move.inside.choose', { count })}
      value={value}
      choices={RULES.map((rule) => ({
        value: rule,
        label: text(rule === 'newer' ? 'move.inside.newer' : `move.conflict.${rule}`),
        hint: hints[rule],
      }))}
      onChange={onChange}
    />
  );
}

/** Describes the effect of merging all these folders. */
export function useMergeHint(mode: Mode | 'restore', conflicts: readonly Conflict[]): string {
  const text = useText();
  const count = conflicts.reduce((sum, { merge }) => sum + (merge?.items ?? 0), 0);
  return text(mode === 'copy' ? 'move.merge.copyHint' : 'move.merge.hint', { count });
}
