import type { SearchHit } from '@coffer/contracts';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { searchQuery } from '../../../api/search/search.ts';
import { spacesQuery } from '../../../api/spaces.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import type { Commands } from '../../../lib/keys/commands.ts';
import { navigate } from '../../../lib/address/navigation.ts';
import { THEMES, setPreferences } from '../../../lib/preferences.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { ColorMark } from '../../../ui/marks/color-mark.tsx';
import { useSettled } from '../suggestions/use-suggestions.ts';
import { folderAddress, hitAddress, resultsAddress } from '../hits/hit-address.ts';
import { HitPlace } from '../hits/hit-place.tsx';
import { Highlighted } from '../hits/highlighted.tsx';
import { COMMANDS, type CommandGroup, pagesOf } from './known-commands.ts';
import type { OpenPalette, PaletteProps } from './palette-props.ts';
import styles from './palette.module.css';
import { useText } from './texts.ts';

export interface Choice {
  readonly id: string;
  readonly mark: ReactNode;
  readonly label: ReactNode;
  readonly keys?: string | undefined;
  readonly act: () => void;
  /** Runs instead of `act` with Ctrl or Cmd. */
  readonly actAside?: (() => void) | undefined;
}

export interface ChoiceGroup {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

interface NamedChoice extends Choice {
  readonly name: string;
}

interface Choices {
  readonly groups: readonly ChoiceGroup[];
  /** Whether names are still searched. */
  readonly isWaiting: boolean;
  /** Whether the search for names failed. */
  readonly hasFailed: boolean;
}

const SHOWN = '6';

/** Names of files and folders, then commands. A leading `>` searches commands only. */
export function useChoices(typed: string, props: OpenPalette): Choices {
  const isCommandsOnly = typed.startsWith('>');
  const words = folded(isCommandsOnly ? typed.slice(1) : typed);
  const names = useNames(isCommandsOnly ? '' : typed.trim(), props);
  const commands = useCommandGroups(props)
    .map(({ choices, ...group }) => ({ ...group, choices: choices.filter(({ name }) => isIn(words, name)) }))
    .filter(({ choices }) => choices.length > 0);
  return { groups: [...names.groups, ...commands], isWaiting: names.isWaiting, hasFailed: names.hasFailed };
}

function useNames(q: string, { renderMark }: PaletteProps): Choices {
  const text = useText();
  const asked = useSettled(q);
  const { data, failure } = useQuery(searchQuery({ q: asked, limit: SHOWN }), { isEnabled: asked !== '' });
  if (q === '') return { groups: [], isWaiting: false, hasFailed: false };
  const isCurrent = asked === q;
  const isWaiting = !isCurrent || (data === undefined && failure === undefined);
  const hits = isCurrent ? (data?.items ?? []) : [];
  const all = {
    id: 'all',
    mark: <Icon of={Search} size={18} />,
    label: text('palette.all', { typed: q }),
    act: () => navigate(resultsAddress(q)),
  };
  const choices = [...hits.map((hit) => choiceOf(hit, renderMark)), ...(hits.length > 0 ? [all] : [])];
  const groups = choices.length > 0 ? [{ id: 'names', label: text('palette.group.names'), choices }] : [];
  return { groups, isWaiting, hasFailed: !isWaiting && data === undefined };
}

function choiceOf(hit: SearchHit, renderMark: PaletteProps['renderMark']): Choice {
  return {
    id: hit.node.id,
    mark: renderMark(hit.node),
    label: (
      <>
        <Highlighted name={hit.node.name} ranges={hit.ranges} />
        <span className={styles['facts']}>
          <HitPlace hit={hit} />
        </span>
      </>
    ),
    act: () => navigate(hitAddress(hit)),
    actAside: () => navigate(folderAddress(hit)),
  };
}

interface NamedGroup extends ChoiceGroup {
  readonly choices: readonly NamedChoice[];
}

function useCommandGroups({ role, commands }: OpenPalette): readonly NamedGroup[] {
  const text = useText();
  const spaces = useQuery(spacesQuery()).data;
  const themes = THEMES.map((theme) => [theme, () => setPreferences({ theme })] as const);
  const { newSpace, ...others } = { ...commands, ...Object.fromEntries(themes) };
  const acts: Commands =
    spaces?.mayCreate === true && newSpace !== undefined ? { ...others, newSpace } : others;
  const listed = (group: CommandGroup): readonly NamedChoice[] =>
    COMMANDS[group].flatMap(({ id, icon, ...rest }) => {
      const act = acts[id];
      const name = text(`palette.${id}`);
      return act === undefined
        ? []
        : [{ id, act, ...rest, name, label: name, mark: <Icon of={icon} size={18} /> }];
    });
  const pages = pagesOf(role).map(({ id, href, icon }) => {
    const name = text(`palette.${id}`);
    return { id, name, label: name, mark: <Icon of={icon} size={18} />, act: () => navigate(href) };
  });
  const otherSpaces = (spaces?.items ?? []).flatMap(({ id, kind, name, color }) =>
    kind === 'personal'
      ? []
      : [
          {
            id,
            name,
            label: <bdi>{name}</bdi>,
            mark: <ColorMark name={name} color={color} />,
            act: () => navigate(`/s/${id}`),
          },
        ],
  );
  return [
    { id: 'selection', label: text('palette.group.selection'), choices: listed('selection') },
    { id: 'here', label: text('palette.group.here'), choices: listed('here') },
    { id: 'go', label: text('palette.group.go'), choices: [...pages, ...otherSpaces] },
    { id: 'app', label: text('palette.group.app'), choices: listed('app') },
  ];
}

function isIn(words: string, name: string): boolean {
  const within = folded(name);
  return words.split(/\s+/).every((word) => within.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim();
}
