import type { NodeView } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { advantages } from '../../../../ui/conflicts/compare.ts';
import {
  ConflictList,
  ConflictRow,
  type ConflictSide,
  SingleChoice,
  withChoice,
} from '../../../../ui/conflicts/conflict-list.tsx';
import { ChoiceGroup } from '../../../../ui/controls/choice-group.tsx';
import { useKindName } from '../../kinds/use-kind-name.ts';
import type { Mode } from '../placing.ts';
import { useText as useMoveText } from '../texts.ts';
import { type Chosen, type Conflict, countInside, type Resolution, RESOLUTIONS } from './decide.ts';
import { InsideChoice, useMergeHint } from './inside-choice.tsx';
import { useText } from './texts.ts';

interface TakenNamesProps {
  readonly mode: Mode | 'restore';
  readonly conflicts: readonly Conflict[];
  /** Number of taken names, including those that are not listed. */
  readonly count: number;
  /** Whether there are more taken names, which were not counted. */
  readonly isPartial?: boolean;
  readonly isFocusedFirst?: boolean;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

const ROWS_SHOWN = 20;
const MORE_ROWS = 100;

/** Lists each name with both items and a separate choice, and offers one choice for all others. */
export function TakenNames(props: TakenNamesProps) {
  const { mode, conflicts, count, chosen, onChange, isPartial = false } = props;
  const text = useText();
  const moveText = useMoveText();
  const [shown, setShown] = useState(ROWS_SHOWN);
  const rows = conflicts.slice(0, shown);
  const more = count - rows.length;
  const asked = count - chosen.single.size;
  const isReplaceable = count > conflicts.length || conflicts.some(({ mayReplace }) => mayReplace);
  const kept = conflicts.filter(({ mayReplace }) => !mayReplace);
  const inside = countInside(conflicts, chosen);
  const hints = {
    merge: useMergeHint(mode, conflicts),
    rename: text(`place.${mode}.renameHint`),
    replace: text(replaceHint(kept)),
    skip: text(`place.${mode}.skipHint`),
  };
  return (
    <>
      <ConflictList
        label={text('move.conflict.names')}
        more={
          more > 0
            ? {
                text: isPartial ? text('move.conflict.andMore') : text('move.conflict.more', { count: more }),
                showLabel: moveText('move.more'),
                onShow: rows.length < conflicts.length ? () => setShown(shown + MORE_ROWS) : undefined,
              }
            : undefined
        }
      >
        {rows.map((conflict) => (
          <TakenName key={conflict.node.id} mode={mode} conflict={conflict}>
            {count > 1 && (
              <SingleChoice
                label={text('move.conflict.single', { name: conflict.node.name })}
                asOthers={text('move.conflict.asOthers')}
                choices={offered([conflict], conflict.mayReplace).map((value) => ({
                  value,
                  label: text(`move.conflict.${value}`),
                }))}
                value={chosen.single.get(conflict.node.id)}
                onChange={(rule) =>
                  onChange({ ...chosen, single: withChoice(chosen.single, conflict.node.id, rule) })
                }
              />
            )}
          </TakenName>
        ))}
      </ConflictList>
      {asked > 0 && (
        <ChoiceGroup<Resolution>
          label={text(chosen.single.size > 0 ? 'move.conflict.others' : 'move.conflict.choose', {
            count: asked,
          })}
          value={chosen.others}
          isFocusedFirst={props.isFocusedFirst === true}
          choices={offered(conflicts, isReplaceable).map((value) => ({
            value,
            label: text(`move.conflict.${value}`),
            hint: hints[value],
          }))}
          onChange={(others) => onChange({ ...chosen, others })}
        />
      )}
      {inside > 0 && (
        <InsideChoice
          mode={mode}
          count={inside}
          value={chosen.inside}
          onChange={(rule) => onChange({ ...chosen, inside: rule })}
        />
      )}
    </>
  );
}

/** Explains that both items are kept if a right is missing or a folder is involved. */
function replaceHint(
  kept: readonly Conflict[],
): 'move.conflict.replace.hint' | 'move.conflict.replace.folders' | 'move.conflict.replace.some' {
  if (kept.length === 0) return 'move.conflict.replace.hint';
  return kept.every(({ node, existing }) => node.kind === 'folder' || existing.kind === 'folder')
    ? 'move.conflict.replace.folders'
    : 'move.conflict.replace.some';
}

function offered(conflicts: readonly Conflict[], mayReplace: boolean): readonly Resolution[] {
  const isOffered: Partial<Record<Resolution, boolean>> = {
    merge: conflicts.some(({ merge }) => merge !== undefined),
    replace: mayReplace,
  };
  return RESOLUTIONS.filter((value) => isOffered[value] ?? true);
}

interface TakenNameProps {
  readonly mode: Mode | 'restore';
  readonly conflict: Conflict;
  readonly children: ReactNode;
}

function TakenName({ mode, conflict: { node, existing, isChanged }, children }: TakenNameProps) {
  const text = useText();
  const formats = useFormats();
  const kindName = useKindName();
  const sideOf = (one: NodeView, other: NodeView): Pick<ConflictSide, 'facts' | 'marks'> => ({
    facts: [
      kindName(one),
      ...(one.sizeBytes === null ? [] : [formats.size(one.sizeBytes)]),
      formats.dateTime(one.modifiedAt),
    ],
    marks: advantages(one, other).map((mark) => text(`move.conflict.${mark}`)),
  });
  return (
    <ConflictRow
      name={node.name}
      badge={isChanged === true ? text('move.conflict.changed') : undefined}
      sides={[
        {
          label: text('move.conflict.existing'),
          name: existing.name === node.name ? undefined : existing.name,
          ...sideOf(existing, node),
        },
        { label: text(`place.${mode}.side`), ...sideOf(node, existing) },
      ]}
    >
      {children}
    </ConflictRow>
  );
}
