import { isSpaceId, isUserId, SEARCH_KINDS, type UserId } from '@coffer/contracts';
import { Folder, X } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import type { IconShape } from '../../../ui/marks/icon.tsx';
import { MenuButton, type MenuEntry } from '../../../ui/overlays/index.ts';
import styles from './results.module.css';
import { DAYS, keysOf, PLACES, type SearchAddress, SIZES, TRASH } from './search-address.ts';
import { type ResultsText, useText } from './texts.ts';
import type { SearchSpace, SoughtFolder } from './use-folder.ts';

interface FiltersProps {
  readonly address: SearchAddress;
  readonly spaces: readonly SearchSpace[];
  readonly folder: SoughtFolder | undefined;
  readonly me: UserId;
  /** Names of all tags that the person sees, each once. */
  readonly tags: readonly string[];
  readonly onChange: (address: SearchAddress) => void;
}

const ANY = 'any';
const TAG_ID = 'tag:';

export function Filters({ address, spaces, folder, me, tags, onChange }: FiltersProps) {
  const text = useText();
  const chips = chipsOf(text, address, { spaces, folder, me, tags });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be a row of chips in every browser
    <div role="group" aria-label={text('results.filters')} className={styles['filters']}>
      {chips.map(({ name, label, lead, isSet, entries, change }) => (
        <span key={name} className={styles['chip']} data-set={isSet || undefined}>
          <MenuButton
            label={label}
            {...(lead !== undefined && { lead })}
            heading={text(`results.filter.${name}`)}
            entries={entries}
            onAction={(id) => onChange({ ...address, ...change(id) })}
          />
        </span>
      ))}
      {isFiltered(address) && (
        <Button tone="quiet" icon={X} onClick={() => onChange(unfiltered(address))}>
          {text('results.clearFilters')}
        </Button>
      )}
    </div>
  );
}

/** The same search without its filters, still by name or by content. */
export function unfiltered({ q, in: place }: SearchAddress): SearchAddress {
  return { q, in: place };
}

export function isFiltered({ kind, modified, size, space, folder, by, tag, trash }: SearchAddress): boolean {
  return [kind, modified, size, space, folder, by, tag, trash].some((value) => value !== undefined);
}

interface Chip {
  readonly name: 'in' | 'by' | 'folder' | 'kind' | 'modified' | 'size' | 'space' | 'tag' | 'trash';
  readonly label: string;
  readonly lead?: IconShape;
  readonly isSet: boolean;
  readonly entries: readonly MenuEntry[];
  readonly change: (id: string) => Partial<SearchAddress>;
}

interface Choice<T extends string> {
  readonly values: readonly T[];
  readonly chosen: T | undefined;
  readonly labelOf: (value: T) => string;
  /** Label of the entry that clears the choice. */
  readonly any: string;
}

function choices<T extends string>({ values, chosen, labelOf, any }: Choice<T>): readonly MenuEntry[] {
  return [
    { id: ANY, label: any, isChosen: chosen === undefined },
    ...values.map((value, index) => ({
      id: value,
      label: labelOf(value),
      isChosen: value === chosen,
      ...(index === 0 ? { startsGroup: true } : {}),
    })),
  ];
}

function pick<T extends string>(values: readonly T[], id: string): T | undefined {
  return values.find((value) => value === id);
}

const NAME_SHOWN = 28;

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length > NAME_SHOWN
    ? `${characters
        .slice(0, NAME_SHOWN - 1)
        .join('')
        .trimEnd()}…`
    : name;
}

function folderChip(text: ResultsText, { name, path, isMissing }: SoughtFolder): Chip {
  const label = name ?? text(isMissing ? 'results.folder.missing' : 'results.filter.folder');
  const entry = path.length === 0 ? label : path.join(' › ');
  return {
    name: 'folder',
    label: shortened(label),
    lead: Folder,
    isSet: true,
    entries: [
      { id: ANY, label: text('results.folder.any'), isChosen: false },
      { id: 'folder', label: entry, isChosen: true, startsGroup: true },
    ],
    change: (id) => (id === ANY ? { folder: undefined } : {}),
  };
}

function chipsOf(
  text: ResultsText,
  address: SearchAddress,
  { spaces, folder, me, tags }: Pick<FiltersProps, 'spaces' | 'folder' | 'me' | 'tags'>,
): readonly Chip[] {
  const nameOf = ({ name }: SearchSpace): string => name ?? text('results.space.own');
  const inSpace = spaces.find(({ id }) => id === address.space);
  const { kind, modified, size, tag, trash } = address;
  const allTags = tag === undefined || tags.includes(tag) ? tags : [...tags, tag];
  const byOf = (id: UserId) => (id === me ? 'results.by.me' : 'results.by.other');
  const sizes = keysOf(SIZES);
  const days = keysOf(DAYS);
  const chips: readonly Chip[] = [
    ...(folder === undefined ? [] : [folderChip(text, folder)]),
    {
      name: 'in',
      label: text(address.in === undefined ? 'results.in.both' : `results.in.${address.in}`),
      isSet: address.in !== undefined,
      entries: choices({
        values: PLACES,
        chosen: address.in,
        labelOf: (value) => text(`results.in.${value}`),
        any: text('results.in.both'),
      }),
      change: (id) => ({ in: pick(PLACES, id) }),
    },
    {
      name: 'kind',
      label: text(kind === undefined ? 'results.filter.kind' : `results.kind.${kind}`),
      isSet: kind !== undefined,
      entries: choices({
        values: SEARCH_KINDS,
        chosen: kind,
        labelOf: (value) => text(`results.kind.${value}`),
        any: text('results.kind.any'),
      }),
      change: (id) => ({ kind: pick(SEARCH_KINDS, id) }),
    },
    {
      name: 'modified',
      label: text(modified === undefined ? 'results.filter.modified' : `results.modified.${modified}`),
      isSet: modified !== undefined,
      entries: choices({
        values: days,
        chosen: modified,
        labelOf: (value) => text(`results.modified.${value}`),
        any: text('results.modified.any'),
      }),
      change: (id) => ({ modified: pick(days, id) }),
    },
    {
      name: 'size',
      label: text(size === undefined ? 'results.filter.size' : `results.size.${size}`),
      isSet: size !== undefined,
      entries: choices({
        values: sizes,
        chosen: size,
        labelOf: (value) => text(`results.size.${value}`),
        any: text('results.size.any'),
      }),
      change: (id) => ({ size: pick(sizes, id) }),
    },
    {
      name: 'space',
      label: inSpace === undefined ? text('results.filter.space') : nameOf(inSpace),
      isSet: address.space !== undefined,
      entries: [
        { id: ANY, label: text('results.space.any'), isChosen: address.space === undefined },
        ...spaces.map((space) => ({
          id: space.id,
          label: nameOf(space),
          isChosen: space.id === address.space,
        })),
      ],
      change: (id) => ({ space: isSpaceId(id) ? id : undefined, folder: undefined }),
    },
    {
      name: 'by',
      label: text(address.by === undefined ? 'results.filter.by' : byOf(address.by)),
      isSet: address.by !== undefined,
      entries: choices({
        values: address.by === undefined || address.by === me ? [me] : [me, address.by],
        chosen: address.by,
        labelOf: (value) => text(byOf(value)),
        any: text('results.by.any'),
      }),
      change: (id) => ({ by: isUserId(id) ? id : undefined }),
    },
    {
      name: 'tag',
      label: tag ?? text('results.filter.tag'),
      isSet: tag !== undefined,
      entries: choices({
        // Prefixed, because a tag may be named like another id.
        values: allTags.map((name) => `${TAG_ID}${name}`),
        chosen: tag === undefined ? undefined : `${TAG_ID}${tag}`,
        labelOf: (id) => id.slice(TAG_ID.length),
        any: text('results.tag.any'),
      }),
      change: (id) => ({ tag: id === ANY ? undefined : id.slice(TAG_ID.length) }),
    },
    {
      name: 'trash',
      label: text(trash === undefined ? 'results.filter.trash' : `results.trash.${trash}`),
      isSet: trash !== undefined,
      entries: choices({
        values: TRASH,
        chosen: trash,
        labelOf: (value) => text(`results.trash.${value}`),
        any: text('results.trash.any'),
      }),
      change: (id) => ({ trash: pick(TRASH, id) }),
    },
  ];
  const isOffered: Partial<Record<Chip['name'], boolean>> = {
    space: spaces.length > 1,
    tag: allTags.length > 0,
  };
  return chips.filter(({ name }) => isOffered[name] ?? true);
}
